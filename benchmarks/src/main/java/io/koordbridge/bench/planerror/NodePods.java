package io.koordbridge.bench.planerror;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The objects of a round in the API server: pods that sleep until a process is put into them, and our configuration. */
final class NodePods {

    /** Configuration that differs from the defaults only in windows, which are those of the quick start, so that a minute is enough. */
    private static final Map<String, String> COLOCATION = Map.of(
            "metricAggregateDurationSeconds", "10",
            "metricReportIntervalSeconds", "5",
            "cpuReclaimThresholdPercent", "60",
            "updateTimeThresholdSeconds", "30");

    private static final String SUPPRESS_PERCENT = "65";
    static final String ONLINE = "online";
    static final String BATCH = "batch";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final List<String> OFFERED = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);
    private static final String NAMESPACE = "default";

    private final KubernetesClient client;

    NodePods(KubernetesClient client) {
        this.client = client;
    }

    /** The online pod, before anything of ours. */
    void createOnline() {
        create(ONLINE, "{}", "{cpu: 500m, memory: 64Mi}");
    }

    /** The batch pod; it requests nothing and takes what the bench lets it take. */
    void createBatch() {
        create(BATCH, "{koordinator.sh/qosClass: BE, koordinator.sh/priority-class: koord-batch}", "{}");
    }

    private void create(String name, String labels, String requests) {
        client.resource(Serialization.unmarshal(
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: %s, namespace: %s, labels: %s}
                        spec:
                          nodeName: %s
                          terminationGracePeriodSeconds: 0
                          containers:
                            - name: main
                              image: busybox:lab
                              command: [sleep, "86400"]
                              resources: {requests: %s}
                        """.formatted(name, NAMESPACE, labels, LabNode.NAME, requests), Pod.class))
                .create();
        await("pod " + name)
                .atMost(PATIENCE)
                .until(() -> "Running".equals(pod(name).getStatus().getPhase()));
    }

    private Pod pod(String name) {
        return client.pods().inNamespace(NAMESPACE).withName(name).get();
    }

    /** Control group of the only container of a pod that runs. */
    String group(String name) {
        Pod pod = pod(name);
        String container = pod.getStatus().getContainerStatuses().get(0).getContainerID();
        return "kubepods/%s/pod%s/%s"
                .formatted(
                        name.equals(BATCH) ? "besteffort" : "burstable",
                        pod.getMetadata().getUid(),
                        container.substring("containerd://".length()));
    }

    /** The same for {@code colo plan --set}. */
    static String planSetting() {
        return COLOCATION.entrySet().stream()
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .sorted()
                        .collect(Collectors.joining(","))
                + ",cpuSuppressThresholdPercent=" + SUPPRESS_PERCENT;
    }

    /** Configuration of ours. */
    void configure() {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(WellKnown.NAMESPACE)
                        .endMetadata()
                        .build())
                .createOr(NonDeletingOperation::update);
        String colocation = COLOCATION.entrySet().stream()
                .map(field -> "\"" + field.getKey() + "\": " + field.getValue())
                .collect(Collectors.joining(", ", "{\"enable\": true, ", "}"));
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(WellKnown.NAMESPACE)
                        .withName(WellKnown.SLO_CONFIG_MAP)
                        .endMetadata()
                        .withData(Map.of(
                                "colocation-config",
                                colocation,
                                "resource-threshold-config",
                                "{\"clusterStrategy\": {\"enable\": true, \"cpuSuppressPolicy\": \"cfsQuota\", \"cpuSuppressThresholdPercent\": %s}}"
                                        .formatted(SUPPRESS_PERCENT)))
                        .build())
                .createOr(NonDeletingOperation::update);
    }

    /** Milli-cores of batch CPU that the node shows; 0 for none. */
    long offeredMilliCpu() {
        return Quantities.value(
                client.nodes().withName(LabNode.NAME).get().getStatus().getAllocatable(), ResourceNames.BATCH_CPU);
    }

    /** Milli-cores of the node. */
    long nodeMilliCpu() {
        return Quantities.milli(
                client.nodes().withName(LabNode.NAME).get().getStatus().getCapacity(), "cpu");
    }

    /** Takes away what our processes leave in the API server. */
    void forget() {
        client.pods().inNamespace(NAMESPACE).withName(BATCH).withGracePeriod(0).delete();
        await("the batch pod to go").atMost(PATIENCE).until(() -> pod(BATCH) == null);
        client.resources(NodeMetric.class).withName(LabNode.NAME).delete();
        client.resources(NodeSLO.class).withName(LabNode.NAME).delete();
        client.nodes().withName(LabNode.NAME).editStatus(node -> {
            OFFERED.forEach(node.getStatus().getCapacity()::remove);
            OFFERED.forEach(node.getStatus().getAllocatable()::remove);
            return node;
        });
    }
}
