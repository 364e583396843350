{{- define "koord-bridge.yarnOperator.config" -}}
hadoop:
  confDir: /etc/hadoop-conf
leaderElection:
  namespace: {{ .Release.Namespace }}
server:
  applicationConnectors:
    - type: http
      port: 8080
  adminConnectors:
    - type: http
      port: 8081
  requestLog:
    appenders: []
logging:
  level: {{ .Values.logLevel }}
{{- end }}
