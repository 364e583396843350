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
featureGates: {{ include "koord-bridge.koordlet.gates" $ }}
{{- end }}

{{/* Feature gates of the agent by name, as JSON: evictions for memory are colocation.enabled, unless koordlet.config says otherwise; takes $. */}}
{{- define "koord-bridge.koordlet.gates" -}}
{{- mergeOverwrite (dict "BEMemoryEvict" .Values.colocation.enabled) (deepCopy (get (.Values.koordlet.config | default dict) "featureGates" | default dict)) | toJson }}
{{- end }}

{{/* "true" when a feature gate of the agent lets it evict pods; takes $. */}}
{{- define "koord-bridge.koordlet.evicts" -}}
{{- $gates := include "koord-bridge.koordlet.gates" $ | fromJson }}
{{- range $gate := list "BECPUEvict" "CPUEvict" "CPUAllocatableEvict" "BEMemoryEvict" "MemoryEvict" "MemoryAllocatableEvict" }}
{{- if get $gates $gate }}true{{ end }}
{{- end }}
{{- end }}

{{/* "true" when one of the gates is on by name; takes a dict of root and gates. One that is on by default alone asks for nothing. */}}
{{- define "koord-bridge.koordlet.named" -}}
{{- $on := get (.root.Values.koordlet.config | default dict) "featureGates" | default dict }}
{{- $found := dict }}
{{- range $gate := .gates }}
{{- if get $on $gate }}{{ $_ := set $found $gate true }}{{ end }}
{{- end }}
{{- if $found }}true{{ end }}
{{- end }}

{{/* "true" unless a key of the agent's configuration is false; takes a dict of root and path, a list. */}}
{{- define "koord-bridge.koordlet.does" -}}
{{- $section := .root.Values.koordlet.config | default dict }}
{{- range $key := initial .path }}
{{- $section = get $section $key | default dict }}
{{- end }}
{{- if ne (toString (get $section (last .path))) "false" }}true{{ end }}
{{- end }}

{{/* Writable files of the node that features need beyond control groups; a list of dicts of name, path, mount and type; takes $. */}}
{{- define "koord-bridge.koordlet.files" -}}
{{- if include "koord-bridge.koordlet.named" (dict "root" $ "gates" (list "SystemConfig")) }}
- {name: min-free-kbytes, path: /proc/sys/vm/min_free_kbytes, mount: /host-proc/sys/vm/min_free_kbytes, type: File}
- {name: watermark-scale, path: /proc/sys/vm/watermark_scale_factor, mount: /host-proc/sys/vm/watermark_scale_factor, type: File}
{{- end }}
{{- if include "koord-bridge.koordlet.named" (dict "root" $ "gates" (list "SystemConfig" "ColdPageCollector")) }}
- {name: kernel-mm, path: /sys/kernel/mm, mount: /host-sys/kernel/mm, type: Directory}
{{- end }}
{{- if include "koord-bridge.koordlet.named" (dict "root" $ "gates" (list "RdtResctrl" "Resctrl")) }}
- {name: resctrl, path: /sys/fs/resctrl, mount: /host-sys/fs/resctrl, type: Directory}
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
  add: [DAC_OVERRIDE{{ if .Values.koordlet.yarnUser }}, CHOWN{{ end }}{{ if include "koord-bridge.koordlet.named" (dict "root" $ "gates" (list "CPICollector")) }}, PERFMON{{ end }}]
{{- end }}
