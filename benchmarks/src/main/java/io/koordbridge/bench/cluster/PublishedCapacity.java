package io.koordbridge.bench.cluster;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The batch CPU that nodes show, as somebody sees it who watches them. */
public final class PublishedCapacity implements AutoCloseable {

    private static final String BATCH_CPU = "kubernetes.io/batch-cpu";
    private static final long POLL_NANOS = 200_000;

    private final Map<String, String> shown = new ConcurrentHashMap<>();
    private final SharedIndexInformer<Node> informer;

    PublishedCapacity(KubernetesClient client) {
        informer = client.nodes().inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Node node) {
                see(node);
            }

            @Override
            public void onUpdate(Node before, Node node) {
                see(node);
            }

            @Override
            public void onDelete(Node node, boolean unknown) {
                shown.remove(node.getMetadata().getName());
            }
        });
    }

    private void see(Node node) {
        Map<String, Quantity> allocatable = node.getStatus().getAllocatable();
        Quantity batch = allocatable == null ? null : allocatable.get(BATCH_CPU);
        if (Cluster.isOurs(node) && batch != null) {
            shown.put(node.getMetadata().getName(), batch.toString());
        }
    }

    /** How many nodes show batch CPU. */
    public int count() {
        return shown.size();
    }

    /** What all nodes show now. */
    public Map<String, String> all() {
        return Map.copyOf(shown);
    }

    /** What a node shows. */
    public @Nullable String of(String node) {
        return shown.get(node);
    }

    /** How many nodes show something else than before. */
    public long differentFrom(Map<String, String> before) {
        return shown.entrySet().stream()
                .filter(entry -> !Objects.equals(before.get(entry.getKey()), entry.getValue()))
                .count();
    }

    /** Waits for a condition on what is shown; how long that took. */
    public Duration awaitThat(String what, Duration patience, BooleanSupplier condition) {
        long start = System.nanoTime();
        await(what)
                .atMost(patience)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(condition::getAsBoolean);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Waits until a node shows something else, looking five thousand times a second; false when it never did. */
    public boolean awaitChange(String node, @Nullable String before, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (Objects.equals(shown.get(node), before)) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    @Override
    public void close() {
        informer.close();
    }
}
