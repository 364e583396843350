package io.koordbridge.it.scheduler;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.Edits;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * NodeMetric objects as a node agent writes them.
 *
 * @param client the administrator's
 */
record Reports(KubernetesClient client) {

    /** Makes the API server know reports. */
    void install() {
        ChartDefinitions.install(client, NodeMetric.class);
    }

    /** A report of this moment. */
    void write(String node, String cpu) {
        if (client.resources(NodeMetric.class).withName(node).get() == null) {
            NodeMetric metric = new NodeMetric();
            metric.setMetadata(new ObjectMetaBuilder().withName(node).build());
            client.resource(metric).create();
        }
        Edits.editStatus(client.resources(NodeMetric.class).withName(node), metric -> {
            metric.setStatus(new NodeMetricStatus(
                    Instant.now().truncatedTo(ChronoUnit.SECONDS),
                    new NodeMetricInfo(
                            ResourceUsage.of(Map.of("cpu", new Quantity(cpu), "memory", new Quantity("1Gi"))),
                            null,
                            null,
                            null,
                            null),
                    List.of(),
                    null,
                    null,
                    null));
            return metric;
        });
    }
}
