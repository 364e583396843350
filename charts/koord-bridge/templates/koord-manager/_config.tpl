{{- define "koord-bridge.manager.config" -}}
leaderElection:
  namespace: {{ .Release.Namespace }}
server:
  applicationConnectors: []
  adminConnectors:
    - type: http
      port: 8080
logging:
  level: {{ .Values.logLevel }}
{{- end }}
