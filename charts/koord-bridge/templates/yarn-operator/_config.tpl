{{- define "koord-bridge.yarnOperator.config" -}}
leaderElection:
  namespace: {{ .Release.Namespace }}
server:
  applicationConnectors:
    - type: http
      port: 8080
  adminConnectors:
    - type: http
      port: 8081
logging:
  level: {{ .Values.logLevel }}
{{- end }}
