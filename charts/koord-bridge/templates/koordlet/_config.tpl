{{- define "koord-bridge.koordlet.config" -}}
{}
{{- end }}
