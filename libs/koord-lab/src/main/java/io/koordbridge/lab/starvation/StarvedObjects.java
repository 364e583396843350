package io.koordbridge.lab.starvation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSLO;

/** Node, NodeSLO and the pod of the NodeManager, as manager, operator, scheduler and kubelet leave them. */
final class StarvedObjects {
    static final String NODE = "starved-node";
    static final String TIER = "kubepods/besteffort";
    static final String CONTAINERS = TIER + "/hadoop-yarn";
    private static final String CONTAINER = "b2".repeat(32);

    private final KubernetesClient client;
    private final int vcoresPerCore;

    StarvedObjects(KubernetesClient client, int vcoresPerCore) {
        this.client = client;
        this.vcoresPerCore = vcoresPerCore;
    }

    void create(int cpus, int leaseMegabytes) {
        Node node = Serialization.unmarshal(
                """
                apiVersion: v1
                kind: Node
                metadata:
                  name: %1$s
                  annotations:
                    node.koordinator.sh/yarn-lease: >-
                      {"state":"STEADY","lease":{"vcores":%2$d,"memoryMB":%3$d,"vcoreRatio":%4$d},"epoch":1}
                status:
                  capacity: {cpu: "%5$d", memory: 8Gi, pods: "110"}
                  allocatable: {cpu: "%5$d", memory: 8Gi, pods: "110"}
                """.formatted(NODE, cpus * vcoresPerCore, leaseMegabytes, vcoresPerCore, cpus), Node.class);
        Node created = client.resource(node).create();
        created.setStatus(node.getStatus());
        client.resource(created).updateStatus();
        client.resource(slo(false)).create();
    }

    /** Whatever else the machine does: the tier gets its floor. A merge patch, since a PUT fails when another writer was there. */
    void suppress() {
        client.resource(slo(true)).patch(PatchContext.of(PatchType.JSON_MERGE));
    }

    private static NodeSLO slo(boolean suppressing) {
        return Serialization.unmarshal("""
                apiVersion: slo.koordinator.sh/v1alpha1
                kind: NodeSLO
                metadata: {name: %s}
                spec: {resourceUsedThresholdWithBE: {enable: %s, cpuSuppressThresholdPercent: 1, cpuSuppressPolicy: cfsQuota}}
                """.formatted(NODE, suppressing), NodeSLO.class);
    }

    /** The pod as chart hadoop-yarn makes it; gives the group of its container. */
    String createPod(String nodeId) {
        Pod pod = Serialization.unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: nm-0
                  namespace: hadoop
                  labels: {koordinator.sh/qosClass: BE, app.kubernetes.io/component: node-manager}
                  annotations: {yarn.hadoop.apache.org/node-id: "%1$s"}
                spec:
                  nodeName: %2$s
                  containers:
                    - name: nodemanager
                      image: example.invalid/none
                      resources:
                        requests: {kubernetes.io/batch-cpu: 500, kubernetes.io/batch-memory: 1Gi}
                        limits: {kubernetes.io/batch-cpu: 2000, kubernetes.io/batch-memory: 1Gi}
                status:
                  phase: Running
                  qosClass: BestEffort
                  containerStatuses:
                    - {name: nodemanager, containerID: "containerd://%3$s", image: none, imageID: "", ready: true, restartCount: 0}
                """.formatted(nodeId, NODE, CONTAINER), Pod.class);
        Pod created = client.resource(pod).create();
        created.setStatus(pod.getStatus());
        client.resource(created).updateStatus();
        return TIER + "/pod" + created.getMetadata().getUid() + "/" + CONTAINER;
    }
}
