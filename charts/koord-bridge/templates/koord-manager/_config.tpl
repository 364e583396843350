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
  maxThreads: 24
  minThreads: 4
  requestLog:
    appenders: []
logging:
  level: {{ .Values.logLevel }}
  loggers:
    io.fabric8: WARN
  appenders:
    - type: console
      timeZone: UTC
      logFormat: "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z', UTC} %-5p [%t] %c{1} %X{reconcile} - %m%n%ex{8}"
{{- end }}
