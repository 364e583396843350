{{- define "koord-bridge.manager.config" -}}
leaderElection:
  namespace: {{ .Release.Namespace }}
configNamespace: {{ .Release.Namespace }}
podEnhancedValidator:
  configNamespace: {{ .Release.Namespace }}
featureGates: {{ .Values.manager.featureGates | toJson }}
webhook:
  enabled: {{ .Values.manager.webhook.enabled }}
  port: 9876
  namespace: {{ .Release.Namespace }}
  excludedNamespaces: {{ concat (list "kube-system") .Values.manager.webhook.excludedNamespaces | uniq | toJson }}
server:
  applicationConnectors:
    - type: http
      port: 8080
  adminConnectors:
    - type: http
      port: 8000
  requestLog:
    appenders: []
logging:
  level: {{ .Values.logLevel }}
{{- end }}
