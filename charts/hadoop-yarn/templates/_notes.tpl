{{/* A pod whose user may read what NodeManagers write. */}}
{{- define "hadoop-yarn.logsPod" -}}
{{- if .Values.historyServer.enabled }}deploy/{{ include "hadoop-yarn.name" (dict "root" $ "component" "historyserver") }}
{{- else }}
{{- ternary "daemonset/" "statefulset/" (eq .Values.nodeManager.mode "DaemonSet") }}{{ include "hadoop-yarn.name" (dict "root" $ "component" "nodemanager") }} -c nodemanager
{{- end }}
{{- end }}

{{/* A command that runs Spark's example in a pod as a client has to be. */}}
{{- define "hadoop-yarn.submit" -}}
{{- $id := int .Values.user.id -}}
{{- $mounts := list
  (dict "name" "conf" "mountPath" "/etc/hadoop-conf")
  (dict "name" "conf" "mountPath" "/etc/passwd" "subPath" "passwd")
}}
{{- $volumes := list (dict "name" "conf" "configMap" (dict "name" (include "hadoop-yarn.name" (dict "root" $ "component" "conf")))) }}
{{- with include "hadoop-yarn.sharedVolume" $ }}
{{- $volumes = concat $volumes (fromYamlArray .) }}
{{- $mounts = concat $mounts (fromYamlArray (include "hadoop-yarn.sharedMount" $)) }}
{{- end }}
{{- $submit := printf "exec %s/bin/spark-submit --deploy-mode cluster --class org.apache.spark.examples.SparkPi local://$1 100" .Values.spark.home }}
{{- $env := list
  (dict "name" "HADOOP_CONF_DIR" "value" "/etc/hadoop-conf")
  (dict "name" "SPARK_CONF_DIR" "value" "/etc/hadoop-conf")
  (dict "name" "HOME" "value" "/tmp")
-}}
kubectl -n {{ .Release.Namespace }} run spark-pi --rm -i --restart=Never --image={{ .Values.hadoop.image }} --overrides='{"spec": {
  "securityContext": {"runAsUser": {{ $id }}, "runAsGroup": {{ $id }}},
  {{- with .Values.imagePullSecrets }}
  "imagePullSecrets": {{ toJson . }},
  {{- end }}
  "volumes": {{ toJson $volumes }},
  "containers": [{"name": "spark-pi", "image": {{ .Values.hadoop.image | quote }},
    "command": ["sh", "-c", "set -- {{ .Values.spark.home }}/examples/jars/spark-examples*.jar; {{ $submit }}"],
    "env": {{ toJson $env }},
    "volumeMounts": {{ toJson $mounts }}}]}}'
{{- end }}
