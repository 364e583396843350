{{/* What the removal may do, for as long as it takes: the hook makes these rights and takes them away. */}}
{{- define "koord-bridge.cleanUp.rights" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  {{- include "koord-bridge.clusterMetadata" . | nindent 2 }}
rules:
  - apiGroups: [""]
    resources: [nodes]
    verbs: [list, patch]
  - apiGroups: [""]
    resources: [nodes/status]
    verbs: [patch]
  # Scheduling gates that are still closed, marks of NodeManagers, and pods of ours that end.
  - apiGroups: [""]
    resources: [pods]
    verbs: [list, patch]
  - apiGroups: [slo.koordinator.sh]
    resources: [nodemetrics, nodeslos]
    verbs: [deletecollection]
  # What koord-descheduler made.
  - apiGroups: [scheduling.koordinator.sh]
    resources: [podmigrationjobs]
    verbs: [list, delete]
  - apiGroups: [scheduling.koordinator.sh]
    resources: [reservations]
    verbs: [deletecollection]
  - apiGroups: [topology.node.k8s.io]
    resources: [noderesourcetopologies]
    verbs: [list, patch, delete]
  - apiGroups: [admissionregistration.k8s.io]
    resources: [mutatingwebhookconfigurations]
    resourceNames: [koordinator-mutating-webhook-configuration]
    verbs: [delete]
  - apiGroups: [admissionregistration.k8s.io]
    resources: [validatingwebhookconfigurations]
    resourceNames: [koordinator-validating-webhook-configuration]
    verbs: [delete]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  {{- include "koord-bridge.metadata" . | nindent 2 }}
rules:
  - apiGroups: [apps]
    resources: [deployments]
    resourceNames: [koord-manager, yarn-operator, koord-descheduler, koord-scheduler]
    verbs: [delete]
  - apiGroups: [apps]
    resources: [daemonsets]
    resourceNames: [koordlet]
    verbs: [delete]
  - apiGroups: [coordination.k8s.io]
    resources: [leases]
    resourceNames: [koordinator-manager, koordinator-yarn-operator, koord-descheduler, koord-scheduler]
    verbs: [get, delete]
  - apiGroups: [""]
    resources: [secrets]
    # Those of pages whatever the values are now: earlier ones may have left them.
    resourceNames:
      - koordinator-webhook-certs
      - koord-bridge-ca
      - koord-bridge-pages-koord-manager
      - koord-bridge-pages-yarn-operator
      - koord-bridge-pages-koord-descheduler
    verbs: [delete]
  - apiGroups: [""]
    resources: [configmaps]
    resourceNames: [koord-bridge-ca]
    verbs: [delete]
  - apiGroups: [scheduling.sigs.k8s.io]
    resources: [elasticquotas]
    resourceNames: [koordinator-root-quota, koordinator-system-quota, koordinator-default-quota]
    verbs: [delete]
{{- end }}
