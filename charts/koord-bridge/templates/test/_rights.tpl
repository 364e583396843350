{{/* What colo reads, for as long as the test takes: the hook makes these rights and takes them away. It may create no pods: the webhook is
     tried with a dry run of an ElasticQuota. */}}
{{- define "koord-bridge.test.rights" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  {{- include "koord-bridge.clusterMetadata" . | nindent 2 }}
rules:
  - apiGroups: [""]
    resources: [nodes]
    verbs: [get, list]
  - apiGroups: [""]
    resources: [pods, namespaces, limitranges]
    verbs: [list]
  - apiGroups: [config.koordinator.sh]
    resources: [clustercolocationprofiles]
    verbs: [list]
  - apiGroups: [slo.koordinator.sh]
    resources: [nodemetrics]
    verbs: [list]
  - apiGroups: [topology.node.k8s.io]
    resources: [noderesourcetopologies]
    verbs: [list]
  - apiGroups: [admissionregistration.k8s.io]
    resources: [mutatingwebhookconfigurations]
    resourceNames: [koordinator-mutating-webhook-configuration]
    verbs: [get]
  - apiGroups: [admissionregistration.k8s.io]
    resources: [validatingwebhookconfigurations]
    resourceNames: [koordinator-validating-webhook-configuration]
    verbs: [get]
  - apiGroups: [scheduling.k8s.io]
    resources: [priorityclasses]
    resourceNames: [koord-batch, koord-free]
    verbs: [get]
  - apiGroups: [authorization.k8s.io]
    resources: [subjectaccessreviews]
    verbs: [create]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  {{- include "koord-bridge.metadata" . | nindent 2 }}
rules:
  - apiGroups: [""]
    resources: [pods]
    verbs: [get]
  - apiGroups: [""]
    resources: [pods/portforward]
    verbs: [get, create]
  - apiGroups: [apps]
    resources: [deployments]
    resourceNames: [koord-manager, yarn-operator, koord-descheduler, koord-scheduler]
    verbs: [get]
  - apiGroups: [apps]
    resources: [daemonsets]
    resourceNames: [koordlet]
    verbs: [get]
  - apiGroups: [coordination.k8s.io]
    resources: [leases]
    verbs: [get]
  - apiGroups: [discovery.k8s.io]
    resources: [endpointslices]
    verbs: [list]
  - apiGroups: [scheduling.sigs.k8s.io]
    resources: [elasticquotas]
    verbs: [create]
  {{- if (include "koord-bridge.pageTls" .root | fromJson).enabled }}
  # What colo trusts. With pages.tls.secretName there is none: colo has to learn that, too.
  - apiGroups: [""]
    resources: [configmaps]
    resourceNames: [koord-bridge-ca]
    verbs: [get]
  {{- end }}
{{- end }}

{{/* The checks of colo status that have to pass; takes $. Without capacity there is nothing to divide or to protect. */}}
{{- define "koord-bridge.test.failOn" -}}
{{- $offered := and .Values.sloControllerConfig.create (eq (include "koord-bridge.offers" (include "koord-bridge.sloData" . | fromJson)) "on") }}
{{- $offered | ternary "leader,resourcemanager,agents,protection,ledger" "leader,resourcemanager" }}
{{- end }}
