{{- define "koord-bridge.manager.config" -}}
leaderElection:
  namespace: {{ .Release.Namespace }}
  {{- include "koord-bridge.peerConfig" $ | nindent 2 }}
{{- include "koord-bridge.pageCertificates" (dict "root" $ "component" "koord-manager") }}
{{- if include "koord-bridge.pageAuthority" $ }}
pageAuthority:
  enabled: true
  namespace: {{ .Release.Namespace }}
  processes: {{ include "koord-bridge.pageProcesses" $ }}
{{- end }}
configNamespace: {{ .Release.Namespace }}
podEnhancedValidator:
  configNamespace: {{ .Release.Namespace }}
schedulingGates:
  leaseNamespace: {{ .Release.Namespace }}
quotaNamespaces: {{ include "koord-bridge.quotaNamespaces" $ }}
allowUnprotected: {{ .Values.colocation.allowUnprotected }}
featureGates: {{ include "koord-bridge.manager.gates" $ }}
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

{{/* Of the manager and the scheduler, which have to agree; takes $. */}}
{{- define "koord-bridge.quotaNamespaces" -}}
{{ concat (list .Release.Namespace "kube-system") .Values.quotaNamespaces | uniq | toJson }}
{{- end }}

{{/* Refuses in manager.config what entries, rights and the Service of the chart would not follow; takes $. */}}
{{- define "koord-bridge.manager.fixed" -}}
{{- $config := .Values.manager.config }}
{{- range $key := list "featureGates" "webhook.enabled" "webhook.excludedNamespaces" }}
{{- if include "koord-bridge.has" (dict "in" $config "key" $key) }}
{{- fail (printf "manager.config.%s: set manager.%s, which registration and rights follow" $key $key) }}
{{- end }}
{{- end }}
{{- if include "koord-bridge.has" (dict "in" $config "key" "allowUnprotected") }}
{{- fail "manager.config.allowUnprotected: set colocation.allowUnprotected, which the chart follows as well" }}
{{- end }}
{{- include "koord-bridge.fixed" (dict "values" .Values.manager "name" "manager" "keys" (list "quotaNamespaces" "configNamespace" "leaderElection.namespace" "pageAuthority.enabled" "pageAuthority.namespace" "pageAuthority.processes" "podEnhancedValidator.configNamespace" "webhook.namespace" "webhook.serviceName" "webhook.secretName" "webhook.mutatingConfiguration" "webhook.validatingConfiguration")) }}
{{- if and (include "koord-bridge.has" (dict "in" $config "key" "webhook.port")) (not (include "koord-bridge.has" (dict "in" $config "key" "webhook.externalHost"))) }}
{{- fail "manager.config.webhook.port: only together with manager.config.webhook.externalHost, the chart's Service leads to 9876" }}
{{- end }}
{{- end }}
