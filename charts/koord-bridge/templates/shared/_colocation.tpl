{{/* Documents of slo-controller-config as JSON: colocation.enabled is "enable" of both, unless one of them says otherwise; takes $. */}}
{{- define "koord-bridge.sloData" -}}
{{- $on := .Values.colocation.enabled }}
{{- $switched := dict "colocation-config" (dict "enable" $on) "resource-threshold-config" (dict "clusterStrategy" (dict "enable" $on)) }}
{{- mergeOverwrite $switched (deepCopy (.Values.sloControllerConfig.data | default dict)) | toJson }}
{{- end }}

{{/* "on" or "off": whether capacity is offered; takes the documents. */}}
{{- define "koord-bridge.offers" -}}
{{- if dig "colocation-config" "enable" false . }}on{{ else }}off{{ end }}
{{- end }}

{{/* Why nodes would be without protection, empty when all have it; takes (dict "root" $ "data" <documents>). */}}
{{- define "koord-bridge.unprotected" -}}
{{- if not (dig "resource-threshold-config" "clusterStrategy" "enable" false .data) -}}
sloControllerConfig.data.resource-threshold-config.clusterStrategy.enable is false
{{- else if and .root.Values.koordlet.enabled (get (.root.Values.koordlet.config | default dict) "observeOnly") -}}
koordlet.config.observeOnly is true
{{- else -}}
{{- range $index, $entry := dig "resource-threshold-config" "nodeStrategies" list .data }}
{{- if eq (toString (get $entry "enable")) "false" }}sloControllerConfig.data.resource-threshold-config.nodeStrategies[{{ $index }}].enable is false {{ end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Refuses to offer capacity on nodes without protection unless a value says so; takes $. */}}
{{- define "koord-bridge.checkColocation" -}}
{{- if not .Values.sloControllerConfig.create }}
{{- if .Values.colocation.enabled }}
{{- fail "colocation.enabled: without effect while sloControllerConfig.create=false; set \"enable\" in colocation-config and in resource-threshold-config of your ConfigMap" }}
{{- end }}
{{- else }}
{{- $data := include "koord-bridge.sloData" . | fromJson }}
{{- $why := include "koord-bridge.unprotected" (dict "root" . "data" $data) | trim }}
{{- if and (eq (include "koord-bridge.offers" $data) "on") $why (not .Values.colocation.allowUnprotected) }}
{{- $switch := ternary "colocation.enabled" "sloControllerConfig.data.colocation-config.enable" .Values.colocation.enabled }}
{{- fail (printf "%s=true offers batch capacity, but %s, so nothing would protect online pods there. Remove that value, or set colocation.allowUnprotected=true" $switch $why) }}
{{- end }}
{{- end }}
{{- end }}
