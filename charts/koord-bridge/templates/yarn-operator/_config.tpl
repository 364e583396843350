{{- define "koord-bridge.yarnOperator.config" -}}
hadoop:
  confDir: /etc/hadoop-conf
  {{- with .Values.yarnOperator.kerberos.principal }}
  principal: {{ . | quote }}
  keytab: /etc/kerberos/keytab
  {{- end }}
  {{- if .Values.yarnOperator.zooKeeperAuth.secretName }}
  zooKeeperAuth: /etc/zookeeper-auth/auth
  {{- end }}
leaderElection:
  namespace: {{ .Release.Namespace }}
  {{- include "koord-bridge.peerConfig" $ | nindent 2 }}
{{- include "koord-bridge.pageCertificates" (dict "root" $ "component" "yarn-operator") }}
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

{{/* Refuses in yarnOperator what the operator's pods would not follow, or what is half of a log-in; takes $. */}}
{{- define "koord-bridge.yarnOperator.fixed" -}}
{{- $kerberos := .Values.yarnOperator.kerberos }}
{{- $given := compact (list $kerberos.principal $kerberos.keytab.secretName $kerberos.krb5Conf.configMapName) }}
{{- if and $given (ne (len $given) 3) }}
{{- fail (printf "yarnOperator.kerberos: principal=%q, keytab.secretName=%q, krb5Conf.configMapName=%q, want all three or none" $kerberos.principal $kerberos.keytab.secretName $kerberos.krb5Conf.configMapName) }}
{{- end }}
{{- include "koord-bridge.fixed" (dict "values" .Values.yarnOperator "name" "yarnOperator" "keys" (concat (list "hadoop.confDir" "leaderElection.namespace") (ternary (list "hadoop.principal" "hadoop.keytab") list (ne $kerberos.principal "")) (ternary (list "hadoop.zooKeeperAuth") list (ne .Values.yarnOperator.zooKeeperAuth.secretName "")))) }}
{{- end }}
