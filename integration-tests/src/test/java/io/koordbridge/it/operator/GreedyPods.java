package io.koordbridge.it.operator;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.ResourceNames;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Batch pods that are bound to a node as soon as it offers anything, and stay: they take every gap. */
final class GreedyPods implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GreedyPods.class);
    private static final long LEAST_MILLI_CPU = 500;

    private final KubernetesClient client;
    private final String node;
    private final ScheduledExecutorService binding = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong milliCpu = new AtomicLong();
    private int count;

    GreedyPods(KubernetesClient client, String node) {
        this.client = client;
        this.node = node;
        var unused = binding.scheduleWithFixedDelay(this::look, 0, 50, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            Node now = client.nodes().withName(node).get();
            long offered = Quantities.value(now.getStatus().getAllocatable(), ResourceNames.BATCH_CPU);
            long gap = offered - milliCpu.get();
            if (gap >= LEAST_MILLI_CPU) {
                bind(gap);
            }
        } catch (KubernetesClientException e) {
            LOG.debug("the API server does not answer", e);
        }
    }

    private void bind(long gap) {
        Map<String, Quantity> size = Map.of(ResourceNames.BATCH_CPU, Quantities.ofDecimal(gap));
        String name = client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("greedy-" + ++count)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .addNewContainer()
                        .withName("main")
                        .withImage("main")
                        .withNewResources()
                        .withRequests(size)
                        .withLimits(size)
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build())
                .create()
                .getMetadata()
                .getName();
        milliCpu.addAndGet(gap);
        LOG.info("{} took {} milli-CPU, {} in all", name, gap, milliCpu);
    }

    /** What they have. */
    long milliCpu() {
        return milliCpu.get();
    }

    @Override
    public void close() {
        binding.shutdownNow();
    }
}
