{{- define "koord-bridge.scheduler.config" -}}
server:
  # Longer than the client keeps an idle connection.
  applicationConnectors:
    - type: http
      bindHost: 127.0.0.1
      port: 8090
      idleTimeout: 120s
      maxRequestHeaderSize: 8KiB
      minRequestDataPerSecond: 16B
  adminConnectors:
    - type: http
      port: 8091
  minThreads: 8
  maxThreads: 64
  shutdownGracePeriod: 10s
  gzip:
    includedMethods: [GET]
  requestLog:
    appenders: []
logging:
  level: {{ .Values.logLevel }}
  loggers:
    io.koordbridge: {{ .Values.logLevel }}
  appenders:
    - type: console
      timeZone: UTC
      logFormat: "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z', UTC} %-5level %logger{1} %msg%n"
leader:
  namespace: {{ .Release.Namespace }}
extender:
  answerWithin: {{ .Values.scheduler.extender.timeout }}
quota:
  quotaGroupNamespace: {{ .Release.Namespace }}
  quotaNamespaces: {{ include "koord-bridge.quotaNamespaces" $ }}
{{- end }}

{{/* Tested to say the same as scheduler-plugins/src/main/dist/conf/kube-scheduler-config.yaml, which gives the reasons. */}}
{{- define "koord-bridge.scheduler.kubeScheduler" -}}
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
  resourceNamespace: {{ .Release.Namespace }}
  resourceName: koord-scheduler
clientConnection:
  qps: 1000
  burst: 2000
percentageOfNodesToScore: {{ .Values.scheduler.percentageOfNodesToScore }}
profiles:
  - schedulerName: koord-scheduler
    plugins:
      score:
        enabled:
          - {name: TaintToleration, weight: 30}
          - {name: NodeAffinity, weight: 20}
          - {name: PodTopologySpread, weight: 20}
          - {name: InterPodAffinity, weight: 20}
          - {name: NodeResourcesFit, weight: 10}
          - {name: NodeResourcesBalancedAllocation, weight: 10}
          - {name: ImageLocality, weight: 10}
    pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: LeastAllocated
            resources:
              - {name: cpu, weight: 1}
              - {name: memory, weight: 1}
              - {name: kubernetes.io/batch-cpu, weight: 10}
              - {name: kubernetes.io/batch-memory, weight: 10}
extenders:
  - urlPrefix: http://127.0.0.1:8090/extender/v1
    filterVerb: filter
    prioritizeVerb: prioritize
    preemptVerb: preempt
    weight: {{ .Values.scheduler.extender.weight }}
    nodeCacheCapable: true
    ignorable: false
    httpTimeout: {{ .Values.scheduler.extender.timeout }}
  - urlPrefix: http://127.0.0.1:8090/extender/v1
    bindVerb: bind
    nodeCacheCapable: true
    ignorable: false
    httpTimeout: {{ .Values.scheduler.extender.bindTimeout }}
{{- end }}

{{/* Refuses in scheduler.config what kube-scheduler and the probes would not follow, or what is without effect; takes $. */}}
{{- define "koord-bridge.scheduler.fixed" -}}
{{- include "koord-bridge.fixed" (dict "values" .Values.scheduler "name" "scheduler" "keys" (list "leaderElection" "quota.quotaNamespaces")) }}
{{- $timeout := .Values.scheduler.extender.bindTimeout }}
{{- $millis := ternary (int (trimSuffix "ms" $timeout)) (mul 1000 (int (trimSuffix "s" $timeout))) (hasSuffix "ms" $timeout) }}
{{- if and (le (int $millis) 86000) (not (hasKey (.Values.scheduler.config | default dict) "bind")) }}
{{- fail (printf "scheduler.extender.bindTimeout: %s, must be longer than 86s: a bind waits up to 60s for its gang and 20s for its turn, and its two tries and a look at its outcome take 2s each (scheduler.config.bind)" $timeout) }}
{{- end }}
{{- end }}

{{/* The stock kube-scheduler: of the API server's version unless the image has a tag or digest; refuses a newer minor version; takes $. */}}
{{- define "koord-bridge.scheduler.image" -}}
{{- $image := .Values.scheduler.kubeScheduler.image }}
{{- $name := splitList "/" $image | last }}
{{- $server := regexFind `[0-9]+\.[0-9]+\.[0-9]+` .Capabilities.KubeVersion.Version }}
{{- $given := regexFind `:v?1\.[0-9]+` $name }}
{{- if and $given (gt (int (splitList "." $given | last)) (int (index (splitList "." $server) 1))) }}
{{- fail (printf "scheduler.kubeScheduler.image: %s is newer than the API server, %s; leave the tag out for its own version" $image .Capabilities.KubeVersion.Version) }}
{{- end }}
{{- if or (contains ":" $name) (contains "@" $name) }}{{ $image }}{{ else }}{{ printf "%s:v%s" $image $server }}{{ end }}
{{- end }}
