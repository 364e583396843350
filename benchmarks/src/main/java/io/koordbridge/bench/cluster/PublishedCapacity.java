package io.koordbridge.bench.cluster;

import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.kube.listwatch.ReflectorStore;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The batch CPU that nodes show, watched at little cost for the measured machine. */
public final class PublishedCapacity implements ReflectorStore<Node>, AutoCloseable {

    private static final String BATCH_CPU = "kubernetes.io/batch-cpu";
    private static final long POLL_NANOS = 200_000;
    private static final Duration LIST_PATIENCE = Duration.ofMinutes(2);

    private final Map<String, String> shown = new ConcurrentHashMap<>();
    private final Reflector<Node> feed;

    PublishedCapacity(KubernetesClient client) {
        feed = new Reflector<>(
                new ListWatchSource(client, new MetricRegistry()),
                WatchedKind.NODES,
                this,
                Reflector.Readiness.AT_ONCE);
        feed.start();
        await("the nodes to be watched").atMost(LIST_PATIENCE).until(feed::synced);
    }

    @Override
    public void listing() {
        shown.clear();
    }

    @Override
    public void put(Node node) {
        Map<String, Quantity> allocatable = node.getStatus().getAllocatable();
        Quantity batch = allocatable == null ? null : allocatable.get(BATCH_CPU);
        if (Cluster.isOurs(node) && batch != null) {
            shown.put(node.getMetadata().getName(), batch.toString());
        }
    }

    @Override
    public void remove(@Nullable String namespace, String name) {
        shown.remove(name);
    }

    @Override
    public void listed() {}

    @Override
    public void unsupported() {
        throw new IllegalStateException("the API server does not send nodes in its binary encoding");
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
        feed.close();
    }
}
