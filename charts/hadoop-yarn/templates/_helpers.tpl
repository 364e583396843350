{{/* Names of objects: hadoop-resourcemanager of a release hadoop; takes (dict "root" $ "component" "resourcemanager"). */}}
{{- define "hadoop-yarn.name" -}}
{{ printf "%s-%s" .root.Release.Name .component }}
{{- end }}

{{- define "hadoop-yarn.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .label }}
{{- end }}

{{- define "hadoop-yarn.metadata" -}}
name: {{ include "hadoop-yarn.name" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "hadoop-yarn.selector" . | nindent 2 }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "hadoop-yarn.resourceManager" -}}
{{ .Release.Name }}-resourcemanager.{{ .Release.Namespace }}
{{- end }}

{{/* Parent of all containers, below the root of the control groups. */}}
{{- define "hadoop-yarn.cgroupPath" -}}
{{ ternary "kubepods.slice/kubepods-besteffort.slice/hadoop-yarn" "kubepods/besteffort/hadoop-yarn" (eq .Values.nodeManager.cgroup.driver "systemd") }}
{{- end }}

{{/* Properties as a file of Hadoop. */}}
{{- define "hadoop-yarn.site" -}}
<configuration>
{{- range $name, $value := . }}
  <property><name>{{ $name }}</name><value>{{ $value | toString | replace "&" "&amp;" | replace "<" "&lt;" }}</value></property>
{{- end }}
</configuration>
{{- end }}

{{/* What both daemons have in common; takes (dict "root" $ "daemon" "resourcemanager" "options" ... "user" <id>). */}}
{{- define "hadoop-yarn.container" -}}
image: {{ .root.Values.hadoop.image | quote }}
imagePullPolicy: {{ .root.Values.hadoop.imagePullPolicy }}
command: [{{ printf "%s/bin/yarn" .root.Values.hadoop.home | quote }}, {{ .daemon }}]
env:
  - {name: HADOOP_HOME, value: {{ .root.Values.hadoop.home | quote }}}
  - {name: HADOOP_CONF_DIR, value: /etc/hadoop-conf}
  - {name: HADOOP_LOG_DIR, value: /var/log/hadoop}
  - {name: HADOOP_PID_DIR, value: /tmp}
  - {name: HADOOP_ROOT_LOGGER, value: "INFO,console"}
  - {name: HOME, value: /tmp}
  {{- /* Hadoop 3.4 on Java 17 needs the module opened; Java 8 does not know the option and ignores it. */}}
  - name: YARN_{{ upper .daemon }}_OPTS
    value: {{ printf "-XX:+IgnoreUnrecognizedVMOptions --add-opens=java.base/java.lang=ALL-UNNAMED %s" .options | trim | quote }}
{{- end }}

{{- define "hadoop-yarn.passwd" -}}
root:x:0:0:root:/root:/bin/sh
{{ .Values.user.name }}:x:{{ int .Values.user.id }}:{{ int .Values.user.id }}::/tmp:/bin/sh
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
{{- end }}

{{- define "hadoop-yarn.group" -}}
root:x:0:
{{ .Values.user.name }}:x:{{ int .Values.user.id }}:
nogroup:x:65534:
{{- end }}
