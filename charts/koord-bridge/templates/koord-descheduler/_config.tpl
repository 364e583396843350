{{/* Tested to say of server, log and plugins what k8s-controllers/koord-descheduler/src/main/dist/conf/koord-descheduler.yaml says. */}}
{{- define "koord-bridge.descheduler.config" -}}
leaderElection:
  namespace: {{ .Release.Namespace }}
  {{- include "koord-bridge.peerConfig" $ | nindent 2 }}
{{- include "koord-bridge.pageCertificates" (dict "root" $ "component" "koord-descheduler") }}
server:
  applicationConnectors:
    - type: http
      port: 8080
  adminConnectors:
    - type: http
      port: 8081
  requestLog:
    appenders: []
logging:
  level: {{ .Values.logLevel }}
  loggers:
    io.fabric8.kubernetes.client: WARN
    io.fabric8.kubernetes.client.informers: ERROR
  appenders:
    - type: console
dryRun: {{ .Values.descheduler.dryRun }}
# As long as the operator gives YARN.
drainDeadline: {{ dig "lease" "times" "drain" "10m" (.Values.yarnOperator.config | default dict) }}
descheduler:
  apiVersion: descheduler/v1alpha2
  kind: DeschedulerConfiguration
  deschedulingInterval: 10s
  dryRun: false
  nodeSelector: {}
  profiles:
    - name: koord-descheduler
      plugins:
        deschedule:
          enabled: []
        balance:
          enabled: {{ if .Values.descheduler.lowNodeLoad.enabled }}[{name: LowNodeLoad}]{{ else }}[]{{ end }}
        filter:
          enabled:
            - name: MigrationController
        evict:
          enabled:
            - name: MigrationController
      pluginConfig:
        - name: MigrationController
          args:
            {{- toYaml (mergeOverwrite (include "koord-bridge.descheduler.migrationController" . | fromYaml) (deepCopy (.Values.descheduler.migrationController.args | default dict))) | nindent 12 }}
        - name: LowNodeLoad
          args:
            {{- toYaml (mergeOverwrite (include "koord-bridge.descheduler.lowNodeLoad" . | fromYaml) (deepCopy (.Values.descheduler.lowNodeLoad.args | default dict))) | nindent 12 }}
{{- end }}

{{/* Reservations need koord-scheduler: without it pods are evicted directly, those of other schedulers as well. */}}
{{- define "koord-bridge.descheduler.migrationController" -}}
apiVersion: descheduler/v1alpha2
kind: MigrationControllerArgs
dryRun: false
maxConcurrentReconciles: 1
evictFailedBarePods: false
evictAllBarePods: false
evictLocalStoragePods: false
evictSystemCriticalPods: false
ignorePvcPods: false
namespaces:
  exclude: {{ include "koord-bridge.descheduler.excluded" . }}
skipEvictionGates: []
maxMigratingGlobally: 0
maxMigratingPerNamespace: 0
maxMigratingPerNode: 2
skipCheckExpectedReplicas: false
objectLimiters:
  workload:
    duration: 5m
defaultJobMode: {{ .Values.scheduler.enabled | ternary "ReservationFirst" "EvictDirectly" }}
fallbackToEvictDirectly: false
defaultJobTTL: 5m
schedulerNames: [koord-scheduler]
evictQPS: 10
evictBurst: 1
evictionPolicy: Eviction
arbitrationArgs:
  enabled: true
  interval: 500ms
  disperseByWorkload: true
  countByWorkload: true
{{- end }}

{{- define "koord-bridge.descheduler.lowNodeLoad" -}}
apiVersion: descheduler/v1alpha2
kind: LowNodeLoadArgs
paused: false
dryRun: false
numberOfNodes: 0
nodeMetricExpirationSeconds: 180
evictableNamespaces:
  exclude: {{ include "koord-bridge.descheduler.excluded" . }}
nodeFit: true
useDeviationThresholds: false
lowThresholds: {cpu: 45, memory: 55}
highThresholds: {cpu: 75, memory: 80}
resourceWeights: {cpu: 1, memory: 1}
anomalyCondition:
  timeout: 1m
  consecutiveAbnormalities: 5
  consecutiveNormalities: 3
detectorCacheTimeout: 5m
{{- end }}

{{/* Namespaces of the cluster itself, and of the release. */}}
{{- define "koord-bridge.descheduler.excluded" -}}
{{- list "kube-system" .Release.Namespace | toJson }}
{{- end }}

{{/* Refuses in descheduler.config what the chart's objects would not follow, or what has a value; takes $. */}}
{{- define "koord-bridge.descheduler.fixed" -}}
{{- include "koord-bridge.fixed" (dict "values" .Values.descheduler "name" "descheduler" "keys" (list "leaderElection.namespace")) }}
{{- if include "koord-bridge.has" (dict "in" .Values.descheduler.config "key" "dryRun") }}
{{- fail "descheduler.config.dryRun: set descheduler.dryRun" }}
{{- end }}
{{- end }}
