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

{{/* Variables of all daemons. */}}
{{- define "hadoop-yarn.env" -}}
- {name: HADOOP_HOME, value: {{ .Values.hadoop.home | quote }}}
- {name: HADOOP_CONF_DIR, value: /etc/hadoop-conf}
- {name: HADOOP_LOG_DIR, value: /var/log/hadoop}
- {name: HADOOP_PID_DIR, value: /tmp}
- {name: HADOOP_ROOT_LOGGER, value: "INFO,console"}
- {name: HOME, value: /tmp}
{{- end }}

{{/* What both daemons have in common; takes (dict "root" $ "daemon" "resourcemanager" "options" ... "arguments" <list>). */}}
{{- define "hadoop-yarn.container" -}}
image: {{ .root.Values.hadoop.image | quote }}
imagePullPolicy: {{ .root.Values.hadoop.imagePullPolicy }}
command: [{{ printf "%s/bin/yarn" .root.Values.hadoop.home | quote }}, {{ .daemon }}]
{{- with .arguments }}
args: {{ toJson . }}
{{- end }}
env:
  {{- include "hadoop-yarn.env" .root | nindent 2 }}
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

{{/* Whether the pods share a directory: "true" or nothing. */}}
{{- define "hadoop-yarn.shared" -}}
{{- with .Values.sharedDirectory }}
{{- if and .hostPath .persistentVolumeClaim }}
{{- fail "sharedDirectory: set hostPath or persistentVolumeClaim, not both" }}
{{- end }}
{{- if or .hostPath .persistentVolumeClaim }}true{{ end }}
{{- end }}
{{- end }}

{{- define "hadoop-yarn.sharedVolume" -}}
{{- if include "hadoop-yarn.shared" . -}}
- name: shared
  {{- if .Values.sharedDirectory.hostPath }}
  hostPath: {path: {{ .Values.sharedDirectory.hostPath | quote }}, type: DirectoryOrCreate}
  {{- else }}
  persistentVolumeClaim: {claimName: {{ .Values.sharedDirectory.persistentVolumeClaim | quote }}}
  {{- end }}
{{- end }}
{{- end }}

{{- define "hadoop-yarn.sharedMount" -}}
{{- if include "hadoop-yarn.shared" . -}}
- {name: shared, mountPath: {{ .Values.sharedDirectory.path | quote }}}
{{- end }}
{{- end }}

{{/*
Makes the directories, which the kubelet would leave to root. Any user may write below them and delete only what is its own. The history
server reads event logs by their group, which a directory with the set-group-ID bit passes on. Takes (dict "root" $ "resources" ...).
*/}}
{{- define "hadoop-yarn.sharedInit" -}}
{{- if include "hadoop-yarn.shared" .root }}
{{- $id := int .root.Values.user.id -}}
- name: shared-directory
  image: {{ .root.Values.plugin.image | quote }}
  imagePullPolicy: {{ .root.Values.plugin.imagePullPolicy }}
  command:
    - sh
    - -ec
    - |
      make() {
        mkdir -p "$2"
        [ "$(stat -c %u:%g:%a "$2")" = "{{ $id }}:{{ $id }}:$1" ] || { chown {{ $id }}:{{ $id }} "$2"; chmod "$1" "$2"; }
      }
      make 1777 staging
      make 1777 logs
      make 3777 spark-events
      make 3777 mapreduce-history
  workingDir: {{ .root.Values.sharedDirectory.path | quote }}
  resources:
    {{- toYaml .resources | nindent 4 }}
  securityContext:
    runAsNonRoot: false
    runAsUser: 0
    allowPrivilegeEscalation: false
    readOnlyRootFilesystem: true
    capabilities: {drop: [ALL], add: [CHOWN, FOWNER]}
  volumeMounts:
    {{- include "hadoop-yarn.sharedMount" .root | nindent 4 }}
{{- end }}
{{- end }}
