{{/* All helpers take (dict "root" $ "component" "koord-manager") unless said otherwise. */}}

{{/* The policy of a PriorityClass that an upgrade finds: no API server changes it, so it stays; takes (dict "root" $ "name" "koord-free"). */}}
{{- define "koord-bridge.preemptionPolicy" -}}
{{- if .root.Release.IsUpgrade }}{{ lookup "scheduling.k8s.io/v1" "PriorityClass" "" .name | dig "preemptionPolicy" "" }}{{ end }}
{{- end }}

{{- define "koord-bridge.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
koord-app: {{ .component }}
{{- end }}

{{- define "koord-bridge.labels" -}}
{{ include "koord-bridge.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/part-of: koord-bridge
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "koord-bridge.metadata" -}}
name: {{ .name | default .component }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "koord-bridge.labels" . | nindent 2 }}
{{- end }}

{{- define "koord-bridge.clusterMetadata" -}}
name: {{ .name | default (printf "koord-bridge-%s" .component) }}
labels:
  {{- include "koord-bridge.labels" . | nindent 2 }}
{{- end }}

{{/* <repository>@<digest> or <repository>:<tag>; takes also "values" of the component. */}}
{{- define "koord-bridge.image" -}}
{{- $own := .values.image }}
{{- $repository := $own.repository }}
{{- if not $repository }}
{{- if not .root.Values.image.registry }}
{{- fail "image.registry: say where your nodes pull the images from, such as --set image.registry=registry.example.com/koord-bridge after bin/images build and bin/images push registry.example.com/koord-bridge" }}
{{- end }}
{{- $repository = printf "%s/%s" .root.Values.image.registry .component }}
{{- end }}
{{- if $own.digest }}{{ printf "%s@%s" $repository $own.digest }}{{ else }}{{ printf "%s:%s" $repository (coalesce $own.tag .root.Values.image.tag .root.Chart.AppVersion) }}{{ end }}
{{- end }}

{{- define "koord-bridge.pullSecrets" -}}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "koord-bridge.placement" -}}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Labels of pods: those that select them, and the user's. */}}
{{- define "koord-bridge.podLabels" -}}
{{- $ours := include "koord-bridge.selector" . | fromYaml }}
{{- range $key, $value := .values.podLabels }}
{{- if hasKey $ours $key }}
{{- fail (printf "podLabels of %s: %s is the chart's own, its pods are selected by it" $.component $key) }}
{{- end }}
{{- end }}
{{- toYaml (merge (deepCopy (.values.podLabels | default dict)) $ours) }}
{{- end }}

{{/* Replicas on different nodes where there are several. */}}
{{- define "koord-bridge.spread" -}}
topologySpreadConstraints:
{{- if .values.topologySpreadConstraints }}
  {{- toYaml .values.topologySpreadConstraints | nindent 2 }}
{{- else }}
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "koord-bridge.selector" . | nindent 8 }}
{{- end }}
{{- end }}

{{/* What the user's values are merged over. */}}
{{- define "koord-bridge.podSecurityDefaults" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "koord-bridge.podSecurity" -}}
{{- toYaml (mergeOverwrite (include "koord-bridge.podSecurityDefaults" . | fromYaml) (deepCopy (.values.podSecurityContext | default dict))) }}
{{- end }}

{{- define "koord-bridge.containerSecurity" -}}
{{- toYaml (mergeOverwrite (include "koord-bridge.containerSecurityDefaults" . | fromYaml) (deepCopy (.values.containerSecurityContext | default dict))) }}
{{- end }}

{{- define "koord-bridge.containerSecurityDefaults" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* (dict "root" $ "port" 8080 "path" "/metrics" "config" <rendered configuration>): restarts the pods with the configuration. */}}
{{- define "koord-bridge.podAnnotations" -}}
checksum/config: {{ .config | sha256sum }}
{{- with .values.podAnnotations }}
{{ toYaml . }}
{{- end }}
{{- if .root.Values.prometheusAnnotations }}
prometheus.io/scrape: "true"
prometheus.io/port: {{ .port | quote }}
prometheus.io/path: {{ .path }}
{{- end }}
{{- end }}

{{/* Alive is asked apart from ready: an API server that is away must not restart the process, nor, at
     /ready, take it out of its Service. Takes (dict "port" "admin" "ready" "/healthcheck"). */}}
{{- define "koord-bridge.probes" -}}
startupProbe:
  httpGet: {path: /ping, port: {{ .port }}}
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: {path: /ping, port: {{ .port }}}
  periodSeconds: 10
  timeoutSeconds: 5
readinessProbe:
  httpGet: {path: {{ .ready }}, port: {{ .port }}}
  periodSeconds: 5
  timeoutSeconds: 5
{{- end }}

{{/* What a configuration of a process with replicas says of them; a part of leaderElection. */}}
{{- define "koord-bridge.peerConfig" -}}
host: ${POD_IP:-}
peerTokenFile: /var/run/secrets/koord-bridge/peer-token
{{- end }}

{{/* The address for peerConfig. */}}
{{- define "koord-bridge.peerEnv" -}}
- name: POD_IP
  valueFrom: {fieldRef: {fieldPath: status.podIP}}
{{- end }}

{{- define "koord-bridge.peerMount" -}}
- {name: peer-token, mountPath: /var/run/secrets/koord-bridge, readOnly: true}
{{- end }}

{{/* A token that only shows to replicas of this process that another one asks: no API server takes it. */}}
{{- define "koord-bridge.peerVolume" -}}
- name: peer-token
  projected:
    defaultMode: 288  # 0440
    sources:
      - serviceAccountToken: {audience: koord-bridge, expirationSeconds: 3600, path: peer-token}
{{- end }}

{{/* Section pages.tls, in JSON; a release from before it has none in an upgrade with --reuse-values. Takes $. */}}
{{- define "koord-bridge.pageTls" -}}
{{- (.Values.pages | default dict).tls | default dict | toJson }}
{{- end }}

{{/* What a configuration says of the certificates of pages; takes also "component". */}}
{{- define "koord-bridge.pageCertificates" -}}
{{- if (include "koord-bridge.pageTls" .root | fromJson).enabled }}
pageCertificates:
  directory: /var/run/secrets/koord-bridge-pages
  name: {{ .component }}.{{ .root.Release.Namespace }}.svc
{{- end }}
{{- end }}

{{- define "koord-bridge.pageMount" -}}
{{- if (include "koord-bridge.pageTls" $ | fromJson).enabled }}
# As a directory: files alone would stay as they were when the Secret is renewed.
- {name: page-certificates, mountPath: /var/run/secrets/koord-bridge-pages, readOnly: true}
{{- end }}
{{- end }}

{{/* The kubelet brings a Secret that koord-manager makes later into the pod that runs, so a pod does not wait for it. */}}
{{- define "koord-bridge.pageVolume" -}}
{{- with include "koord-bridge.pageTls" .root | fromJson }}
{{- if .enabled }}
- name: page-certificates
  secret:
    secretName: {{ .secretName | default (printf "koord-bridge-pages-%s" $.component) }}
    defaultMode: 288  # 0440
    optional: {{ not .secretName }}
{{- end }}
{{- end }}
{{- end }}

{{/* "true" when koord-manager makes the certificates of pages; takes $. */}}
{{- define "koord-bridge.pageAuthority" -}}
{{- with include "koord-bridge.pageTls" $ | fromJson }}
{{- if and .secretName (not .enabled) }}
{{- fail (printf "pages.tls.secretName: %s is used only with pages.tls.enabled=true" .secretName) }}
{{- end }}
{{- if and .enabled (not .secretName) }}
{{- if not $.Values.manager.enabled }}
{{- fail "pages.tls.enabled: koord-manager makes the certificates: set manager.enabled=true, or pages.tls.secretName to a Secret of yours" }}
{{- end }}true
{{- end }}
{{- end }}
{{- end }}

{{/* Processes whose pages have certificates, a list in JSON; takes $. */}}
{{- define "koord-bridge.pageProcesses" -}}
{{- $all := list }}
{{- if .Values.manager.enabled }}{{ $all = append $all "koord-manager" }}{{ end }}
{{- if .Values.yarnOperator.enabled }}{{ $all = append $all "yarn-operator" }}{{ end }}
{{- if .Values.descheduler.enabled }}{{ $all = append $all "koord-descheduler" }}{{ end }}
{{- toJson $all }}
{{- end }}

{{/* The port of a Service in front of pages; takes $. */}}
{{- define "koord-bridge.pagePort" -}}
{{- if (include "koord-bridge.pageTls" $ | fromJson).enabled -}}
{name: https, port: 443, targetPort: http}
{{- else -}}
{name: http, port: 80, targetPort: http}
{{- end }}
{{- end }}

{{/* Takes "values", and "ours" that those of the user win over. The start script of the image adds them to the options that it brings. */}}
{{- define "koord-bridge.javaOptions" -}}
- name: JAVA_OPTS
  value: {{ list .ours .values.javaOptions | compact | join " " | quote }}
{{- with .values.env }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Election of one replica. Takes also "lease", and "leaseWrite" where it is not patched. A create cannot be limited to a name. */}}
{{- define "koord-bridge.leaseRules" -}}
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  verbs: [create]
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  resourceNames: [{{ .lease }}]
  verbs: [get, {{ .leaseWrite | default "patch" }}]
{{- end }}

{{- define "koord-bridge.eventRules" -}}
- apiGroups: [""]
  resources: [events]
  verbs: [create]
{{- end }}

{{/* To ask whose a bearer token is, and whether its user may read the pages. */}}
{{- define "koord-bridge.accessRules" -}}
- apiGroups: [authentication.k8s.io]
  resources: [tokenreviews]
  verbs: [create]
- apiGroups: [authorization.k8s.io]
  resources: [subjectaccessreviews]
  verbs: [create]
{{- end }}

{{- define "koord-bridge.bindings" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "koord-bridge.metadata" . | nindent 2 }}
  {{- with (.values | default dict).serviceAccountAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  {{- include "koord-bridge.clusterMetadata" . | nindent 2 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: koord-bridge-{{ .component }}
subjects:
  - kind: ServiceAccount
    name: {{ .component }}
    namespace: {{ .root.Release.Namespace }}
{{- end }}

{{- define "koord-bridge.namespacedBinding" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  {{- include "koord-bridge.metadata" . | nindent 2 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: {{ .component }}
subjects:
  - kind: ServiceAccount
    name: {{ .component }}
    namespace: {{ .root.Release.Namespace }}
{{- end }}

{{- define "koord-bridge.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "koord-bridge.metadata" . | nindent 2 }}
spec:
  minAvailable: 1
  selector:
    matchLabels:
      {{- include "koord-bridge.selector" . | nindent 6 }}
{{- end }}

{{/* "true" when a section, or the section in a section, has the key, or is set to null, which takes all keys away; takes "in" and
     "key", such as "webhook.port". */}}
{{- define "koord-bridge.has" -}}
{{- $section := .in | default dict }}
{{- $names := splitList "." .key }}
{{- $emptied := false }}
{{- range initial $names }}
{{- $emptied = or $emptied (and (hasKey $section .) (kindIs "invalid" (get $section .))) }}
{{- $section = get $section . | default dict }}
{{- end }}
{{- if or $emptied (hasKey $section (last $names)) }}true{{ end }}
{{- end }}

{{/* Refuses keys of a component's own configuration that its objects would not follow, connectors always; takes "values", their "name" and "keys". */}}
{{- define "koord-bridge.fixed" -}}
{{- $of := . }}
{{- range $key := concat .keys (list "pageCertificates.directory" "pageCertificates.name" "server.applicationConnectors" "server.adminConnectors") }}
{{- if include "koord-bridge.has" (dict "in" $of.values.config "key" $key) }}
{{- fail (printf "%s.config.%s: cannot be changed, the chart's own objects depend on it" $of.name $key) }}
{{- end }}
{{- end }}
{{- $election := get (.values.config | default dict) "leaderElection" | default dict }}
{{- if and (gt (int .values.replicas) 1) (hasKey $election "enabled") (not $election.enabled) }}
{{- fail (printf "%s.config.leaderElection.enabled: false only with %s.replicas=1, each replica would act" .name .name) }}
{{- end }}
{{- end }}

{{/* The configuration file: what the chart knows, with the user's values merged over it. Takes "written" and "values". */}}
{{- define "koord-bridge.configMap" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "koord-bridge.metadata" (merge (dict "name" (printf "%s-config" .component)) .) | nindent 2 }}
data:
  config.yaml: |
    {{- toYaml (mergeOverwrite (fromYaml .written) (.values.config | default dict)) | nindent 4 }}
{{- end }}

{{/* Refuses a namespace in which the release would not be found; takes $. */}}
{{- define "koord-bridge.checkNamespace" -}}
{{- if ne .Release.Namespace .Values.namespace }}
{{- fail (printf "namespace: this release goes into %s, but the chart is configured for %s, where colo and other parts of the Koordinator family look for its configuration. Install with -n %s, or set namespace=%s" .Release.Namespace .Values.namespace .Values.namespace .Release.Namespace) }}
{{- end }}
{{- end }}

{{/* The update strategy; another type than RollingUpdate takes away what belongs to that one, also in an upgrade. Takes the value. */}}
{{- define "koord-bridge.updates" -}}
{{- if eq (.type | default "RollingUpdate") "RollingUpdate" }}
{{- toYaml . }}
{{- else -}}
type: {{ .type }}
rollingUpdate: null
{{- end }}
{{- end }}
