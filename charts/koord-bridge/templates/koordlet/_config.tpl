{{- define "koord-bridge.koordlet.config" -}}
roots:
  cgroup: /host-cgroup
  proc: /host-proc
  sys: /host-sys
yarn:
  socketDirectory: /host-yarn-copilot
audit:
  directory: /var/log/koordlet
admin:
  bind: 0.0.0.0
  port: 9316
{{- end }}
