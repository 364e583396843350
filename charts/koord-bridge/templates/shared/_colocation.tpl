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

{{/* Why agents would protect nothing, neither CPU nor memory; empty when they all act. Takes (dict "root" $ "data" <documents>). */}}
{{- define "koord-bridge.inactive" -}}
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

{{/* Why the CPU of online pods would be without protection, empty when it has it; takes (dict "root" $ "data" <documents>). */}}
{{- define "koord-bridge.unprotected" -}}
{{- $agent := .root.Values.koordlet.enabled }}
{{- $why := include "koord-bridge.inactive" . | trim }}
{{- if $why -}}
{{ $why }}
{{- else if and $agent (not (include "koord-bridge.koordlet.does" (dict "root" .root "path" (list "suppress" "enabled")))) -}}
koordlet.config.suppress.enabled is false
{{- else if and $agent (not (include "koord-bridge.koordlet.does" (dict "root" .root "path" (list "featureGates" "BECPUSuppress")))) -}}
koordlet.config.featureGates.BECPUSuppress is false
{{- end }}
{{- end }}

{{/* Why the memory of online pods would be without protection, empty when it has it; takes (dict "root" $ "data" <documents>). */}}
{{- define "koord-bridge.memoryUnprotected" -}}
{{- $gates := include "koord-bridge.koordlet.gates" .root | fromJson }}
{{- $why := include "koord-bridge.inactive" . | trim }}
{{- if $why -}}
{{ $why }}
{{- else if not .root.Values.koordlet.enabled -}}
koordlet.enabled is false, so that what the installed node agent evicts is not known here
{{- else if not $gates.BEMemoryEvict -}}
koordlet.config.featureGates.BEMemoryEvict is {{ ternary "false" "not true" (hasKey (get (.root.Values.koordlet.config | default dict) "featureGates" | default dict) "BEMemoryEvict") }}
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
