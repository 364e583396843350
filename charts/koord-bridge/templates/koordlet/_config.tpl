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
