package io.koordbridge.bench.scheduling;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.slo.NodeMetric;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A report of each node per minute, evenly over the minute, as agents write them. */
final class NodeReports implements AutoCloseable {

    private static final int SPREAD = 4_000;
    private static final long NANOS_PER_MINUTE = 60_000_000_000L;

    private final KubernetesClient client;
    private final int nodes;
    private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();
    private long number;

    NodeReports(KubernetesClient client, int nodes) {
        this.client = client;
        this.nodes = nodes;
    }

    void start() {
        var unused = writer.scheduleAtFixedRate(this::next, 0, NANOS_PER_MINUTE / nodes, TimeUnit.NANOSECONDS);
    }

    private void next() {
        String name = SchedulingCluster.nodeName((int) (number++ % nodes));
        try {
            client.resources(NodeMetric.class)
                    .withName(name)
                    .subresource("status")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":%s}".formatted(status(number % SPREAD)));
        } catch (KubernetesClientException away) {
            // The next minute brings the next one.
        }
    }

    /** A status with this much CPU in use. */
    static String status(long milliCpu) {
        return "{\"updateTime\":\"%s\",\"nodeMetric\":{\"nodeUsage\":{\"resources\":{\"cpu\":\"%dm\",\"memory\":\"8Gi\"}}}}"
                .formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS), milliCpu);
    }

    @Override
    public void close() {
        writer.shutdownNow();
    }
}
