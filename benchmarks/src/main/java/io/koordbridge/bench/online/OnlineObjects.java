package io.koordbridge.bench.online;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSLO;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Node, NodeSLO and pods, as manager, scheduler and kubelet leave them. */
final class OnlineObjects {

    static final String NODE = "online-node";
    private static final String ORDINARY = "{cpu: \"1\", memory: 256Mi}";
    static final BenchPod ONLINE = new BenchPod("online", 1, "koordinator.sh/qosClass: LS", ORDINARY);
    static final BenchPod AGENT = new BenchPod("koordlet", 2, "app: koordlet", "{cpu: 100m, memory: 256Mi}");
    static final BenchPod UNPROTECTED = new BenchPod("batch-ordinary", 3, "app: batch", ORDINARY);
    static final BenchPod PROTECTED = new BenchPod(
            "batch",
            4,
            "koordinator.sh/qosClass: BE",
            "{kubernetes.io/batch-cpu: \"%d000\", kubernetes.io/batch-memory: 256Mi}");
    static final List<BenchPod> PODS = List.of(ONLINE, AGENT, UNPROTECTED, PROTECTED);
    private static final int CPUS = Runtime.getRuntime().availableProcessors();

    private final KubernetesClient client;
    private final OnlineOptions options;
    private final Map<BenchPod, String> uids = new HashMap<>();

    OnlineObjects(KubernetesClient client, OnlineOptions options) {
        this.client = client;
        this.options = options;
    }

    /**
     * A pod of one container.
     *
     * @param number in its identifiers
     * @param amounts requests and limits in YAML, of batch resources for best-effort pods
     */
    record BenchPod(String name, int number, String label, String amounts) {

        private boolean bestEffort() {
            return label.endsWith("BE");
        }

        private String id() {
            return ("b" + number).repeat(32);
        }

        private Pod pod() {
            String resources = amounts.formatted(CPUS);
            return Serialization.unmarshal(
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: %1$s, namespace: shop, labels: {%2$s}}
                    spec:
                      nodeName: %3$s
                      containers:
                        - {name: main, image: example.invalid/none, resources: {requests: %4$s%5$s}}
                    status:
                      phase: Running
                      qosClass: %6$s
                      containerStatuses:
                        - {name: main, containerID: "containerd://%7$s", image: none, imageID: "", ready: true, restartCount: 0}
                    """.formatted(
                                    name,
                                    label,
                                    NODE,
                                    resources,
                                    bestEffort() ? ", limits: " + resources : "",
                                    bestEffort() ? "BestEffort" : "Burstable",
                                    id()),
                    Pod.class);
        }
    }

    void create() {
        Node node = Serialization.unmarshal("""
                apiVersion: v1
                kind: Node
                metadata: {name: %1$s}
                status:
                  capacity: {cpu: "%2$d", memory: 4Gi, pods: "110"}
                  allocatable: {cpu: "%2$d", memory: 4Gi, pods: "110"}
                """.formatted(NODE, CPUS), Node.class);
        Node created = client.resource(node).create();
        created.setStatus(node.getStatus());
        client.resource(created).updateStatus();
        client.resource(Serialization.unmarshal(
                        """
                        apiVersion: slo.koordinator.sh/v1alpha1
                        kind: NodeSLO
                        metadata: {name: %s}
                        spec: {resourceUsedThresholdWithBE: {enable: true, cpuSuppressThresholdPercent: %d, cpuSuppressPolicy: %s}%s}
                        """.formatted(NODE, options.thresholdPercent(), options.policy(), sections()), NodeSLO.class))
                .create();
        for (BenchPod each : PODS) {
            Pod wanted = each.pod();
            Pod pod = client.resource(wanted).create();
            uids.put(each, pod.getMetadata().getUid());
            pod.setStatus(wanted.getStatus());
            client.resource(pod).updateStatus();
        }
    }

    /** Of a pod that was created. */
    String group(BenchPod pod) {
        return "kubepods/" + (pod.bestEffort() ? "besteffort" : "burstable") + "/pod" + uids.get(pod);
    }

    /** Of its container. */
    String container(BenchPod pod) {
        return group(pod) + "/" + pod.id();
    }

    private String sections() {
        return options.slo().isEmpty() ? "" : ", " + options.slo();
    }
}
