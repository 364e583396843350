{{/*
What users may set of a pod: where it runs, and its network. Takes (dict "root" $ "values" .Values.resourceManager "affinity" <default>).
*/}}
{{- define "hadoop-yarn.placement" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity | default .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- if .values.hostNetwork }}
hostNetwork: true
{{- end }}
{{- with .values.dnsPolicy | default (ternary "ClusterFirstWithHostNet" "" .values.hostNetwork) }}
dnsPolicy: {{ . }}
{{- end }}
{{- end }}

{{/* Labels and annotations of pods; the chart's labels win. Takes (dict "root" $ "label" ... "values" ... "fixed" <labels>). */}}
{{- define "hadoop-yarn.podMetadata" -}}
labels:
  {{- $labels := merge (fromYaml (include "hadoop-yarn.selector" .)) (.fixed | default dict) (.values.podLabels | default dict) }}
  {{- toYaml $labels | nindent 2 }}
annotations:
  {{- $config := include (print .root.Template.BasePath "/config.yaml") .root | sha256sum }}
  {{- toYaml (merge (dict "checksum/config" $config) (.values.podAnnotations | default dict)) | nindent 2 }}
{{- end }}

{{/* Pod of a server that needs no right: those of a user without any. */}}
{{- define "hadoop-yarn.podSecurity" -}}
{{- $id := int .root.Values.user.id }}
{{- $context := dict "runAsNonRoot" true "runAsUser" $id "runAsGroup" $id "fsGroup" $id "fsGroupChangePolicy" "OnRootMismatch" "seccompProfile" (dict "type" "RuntimeDefault") }}
{{- if .root_user }}
{{- $context = dict "runAsUser" 0 "runAsGroup" $id "fsGroup" $id "fsGroupChangePolicy" "OnRootMismatch" "seccompProfile" (dict "type" "RuntimeDefault") }}
{{- end }}
{{- toYaml (mergeOverwrite $context (deepCopy (.values.podSecurityContext | default dict))) }}
{{- end }}

{{- define "hadoop-yarn.containerSecurity" -}}
{{- $context := dict "allowPrivilegeEscalation" false "readOnlyRootFilesystem" true "capabilities" (dict "drop" (list "ALL")) }}
{{- toYaml (mergeOverwrite $context (deepCopy (.containerSecurityContext | default dict))) }}
{{- end }}

{{/* Mounts that all daemons have. */}}
{{- define "hadoop-yarn.mounts" -}}
- {name: conf, mountPath: /etc/hadoop-conf, readOnly: true}
- {name: conf, mountPath: /etc/passwd, subPath: passwd, readOnly: true}
- {name: conf, mountPath: /etc/group, subPath: group, readOnly: true}
- {name: logs, mountPath: /var/log/hadoop}
- {name: tmp, mountPath: /tmp}
{{- with include "hadoop-yarn.sharedMount" .root }}
{{ . }}
{{- end }}
{{- with .values.volumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "hadoop-yarn.volumes" -}}
- name: conf
  configMap: {name: {{ include "hadoop-yarn.name" (dict "root" .root "component" "conf") }}}
- name: logs
  emptyDir: {}
- name: tmp
  emptyDir: {}
{{- with include "hadoop-yarn.sharedVolume" .root }}
{{ . }}
{{- end }}
{{- with .values.volumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Fails where a server has nothing to read from. */}}
{{- define "hadoop-yarn.sharesFiles" -}}
{{- if or (include "hadoop-yarn.shared" $) (not (hasPrefix "file:" (dig "core-site.xml" "fs.defaultFS" "file:///" .Values.site | toString))) }}true{{ end }}
{{- end }}
