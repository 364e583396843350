{{- define "koord-bridge.koordlet.config" -}}
roots:
  cgroup: /host-cgroup
  proc: /host-proc
  sys: /host-sys
yarn:
  socketDirectory: /host-yarn-copilot
  userId: {{ int .Values.koordlet.yarnUser }}
audit:
  directory: /var/log/koordlet
admin:
  bind: 0.0.0.0
  port: 9316
{{- end }}

{{/* "true" when a feature gate of the agent lets it evict pods; takes $. */}}
{{- define "koord-bridge.koordlet.evicts" -}}
{{- $gates := get (.Values.koordlet.config | default dict) "featureGates" | default dict }}
{{- range $gate := list "BECPUEvict" "CPUEvict" "CPUAllocatableEvict" "BEMemoryEvict" "MemoryEvict" "MemoryAllocatableEvict" }}
{{- if get $gates $gate }}true{{ end }}
{{- end }}
{{- end }}

{{- define "koord-bridge.koordlet.security" -}}
runAsUser: 0
runAsGroup: 0
privileged: false
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
  add: [DAC_OVERRIDE{{ if .Values.koordlet.yarnUser }}, CHOWN{{ end }}]
{{- end }}
