{{/* "true" when a feature gate of the manager is on; takes (dict "root" $ "gate" "PodMutatingWebhook"). */}}
{{- define "koord-bridge.manager.gate" -}}
{{- $gates := .root.Values.manager.featureGates }}
{{- $byDefault := has .gate (list "WebhookFramework" "PodMutatingWebhook" "PodValidatingWebhook" "ElasticMutatingWebhook" "ElasticValidatingWebhook") }}
{{- if eq .gate "PodSchedulingGates" }}
{{- $byDefault = and .root.Values.scheduler.enabled (include "koord-bridge.manager.webhook" .root) (include "koord-bridge.manager.gate" (dict "root" .root "gate" "PodMutatingWebhook")) }}
{{- end }}
{{- if (hasKey $gates .gate | ternary (get $gates .gate) $byDefault) }}true{{ end }}
{{- end }}

{{/* The feature gates of the manager: PodSchedulingGates follows the scheduler unless it is named; takes $. */}}
{{- define "koord-bridge.manager.gates" -}}
{{- $waits := eq (include "koord-bridge.manager.gate" (dict "root" $ "gate" "PodSchedulingGates")) "true" }}
{{- merge (dict "PodSchedulingGates" $waits) .Values.manager.featureGates | toJson }}
{{- end }}

{{/* "true" when the manager serves the webhook; takes $. */}}
{{- define "koord-bridge.manager.webhook" -}}
{{- if and .Values.manager.webhook.enabled (include "koord-bridge.manager.gate" (dict "root" $ "gate" "WebhookFramework")) }}true{{ end }}
{{- end }}

{{/* "true" when the manager reads profiles, for the webhook or for waiting pods; takes $. */}}
{{- define "koord-bridge.manager.profiles" -}}
{{- $mutates := or (include "koord-bridge.manager.gate" (dict "root" $ "gate" "PodMutatingWebhook")) (include "koord-bridge.manager.gate" (dict "root" $ "gate" "ReservationMutatingWebhook")) }}
{{- if or (and (include "koord-bridge.manager.webhook" $) $mutates) (include "koord-bridge.manager.gate" (dict "root" $ "gate" "ColocationProfileController")) }}true{{ end }}
{{- end }}

{{/* What every entry has; takes (dict "root" $ "path" "/mutate-pod" "policy" "Ignore"). */}}
{{- define "koord-bridge.webhook" -}}
admissionReviewVersions: [v1]
sideEffects: None
failurePolicy: {{ .policy | default "Ignore" }}
timeoutSeconds: {{ .root.Values.manager.webhook.timeoutSeconds }}
matchPolicy: Equivalent
clientConfig:
  {{- include "koord-bridge.webhook.address" . | nindent 2 }}
{{- end }}

{{/* The manager writes one of the two itself, and Helm leaves what it did not write: the other one has to be taken away by
name, or an entry would have both, which no API server takes. */}}
{{- define "koord-bridge.webhook.address" -}}
{{- $config := get (.root.Values.manager.config | default dict) "webhook" | default dict }}
{{- $host := $config.externalHost | default "" }}
{{- if $host }}
url: https://{{ contains ":" $host | ternary (printf "[%s]" $host) $host }}:{{ $config.port | default 9876 | int }}{{ .path }}
service: null
{{- else }}
url: null
service:
  name: koordinator-webhook-service
  namespace: {{ .root.Release.Namespace }}
  path: {{ .path }}
{{- end }}
{{- end }}

{{/* Nothing that has to start before the manager; takes $. */}}
{{- define "koord-bridge.webhook.namespaces" -}}
namespaceSelector:
  matchExpressions:
    - key: kubernetes.io/metadata.name
      operator: NotIn
      values: {{ concat (list .Release.Namespace "kube-system") .Values.manager.webhook.excludedNamespaces | uniq | toJson }}
    - {key: control-plane, operator: DoesNotExist}
{{- end }}

{{/* The same without those that opted out: of mutation only, a label of one's own ends no validation; takes $. */}}
{{- define "koord-bridge.webhook.mutatedNamespaces" -}}
{{ include "koord-bridge.webhook.namespaces" . }}
    - {key: koordbridge.io/skip-colocation, operator: NotIn, values: ["true"]}
{{- end }}

{{- define "koord-bridge.webhook.optOut" -}}
matchExpressions:
  - {key: koordbridge.io/skip-colocation, operator: NotIn, values: ["true"]}
{{- end }}
