{{- define "koord-bridge.scheduler.config" -}}
server:
  applicationConnectors:
    - type: http
      bindHost: 127.0.0.1
      port: 8090
  adminConnectors:
    - type: http
      port: 8091
  requestLog:
    appenders: []
logging:
  level: {{ .Values.logLevel }}
{{- end }}

{{- define "koord-bridge.scheduler.kubeScheduler" -}}
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
  resourceNamespace: {{ .Release.Namespace }}
  resourceName: koord-scheduler
percentageOfNodesToScore: {{ .Values.scheduler.percentageOfNodesToScore }}
profiles:
  - schedulerName: koord-scheduler
extenders:
  # It alone binds, so that a placement and its annotations are one write. Not ignorable: the in-tree binder would bind
  # without them.
  - urlPrefix: http://127.0.0.1:8090
    filterVerb: filter
    prioritizeVerb: prioritize
    bindVerb: bind
    weight: {{ .Values.scheduler.extender.weight }}
    httpTimeout: {{ .Values.scheduler.extender.timeout }}
    nodeCacheCapable: true
    ignorable: false
{{- end }}
