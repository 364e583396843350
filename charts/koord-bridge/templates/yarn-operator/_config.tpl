{{- define "koord-bridge.yarnOperator.config" -}}
hadoop:
  confDir: /etc/hadoop-conf
leaderElection:
  namespace: {{ .Release.Namespace }}
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
    org.apache.hadoop: WARN
    org.apache.hadoop.ipc.Client: ERROR
    org.apache.hadoop.io.retry.RetryInvocationHandler: ERROR
    org.apache.hadoop.util.NativeCodeLoader: ERROR
    io.fabric8.kubernetes.client: WARN
    io.fabric8.kubernetes.client.informers: ERROR
  appenders:
    - type: console
{{- end }}
