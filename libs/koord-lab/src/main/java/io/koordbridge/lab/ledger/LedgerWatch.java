package io.koordbridge.lab.ledger;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.lab.hadoop.ResourceManagerRest;
import io.koordbridge.lab.hadoop.YarnNode;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the ledger of all nodes with a lease while something else runs; one ResourceManager. A node counts from its first
 * lease on.
 */
public final class LedgerWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LedgerWatch.class);
    private static final int KEPT_VIOLATIONS = 20;
    private static final long CLOSE_SECONDS = 30;

    private final ClusterReader cluster;
    private final ResourceManagerRest resourceManager;
    private final LedgerOptions options;
    private final LongSupplier nanos;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "ledger-watch");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, NodeJudge> judges = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private long looks;
    private long blind;

    LedgerWatch(
            KubernetesClient client, ResourceManagerRest resourceManager, LedgerOptions options, LongSupplier nanos) {
        this.cluster = new ClusterReader(client);
        this.resourceManager = resourceManager;
        this.options = options;
        this.nanos = nanos;
    }

    /** Starts to look. */
    public static LedgerWatch start(
            KubernetesClient client, ResourceManagerRest resourceManager, LedgerOptions options) {
        LedgerWatch watch = new LedgerWatch(client, resourceManager, options, System::nanoTime);
        // Every exception of a look is caught in it.
        var unused = watch.looking.scheduleWithFixedDelay(
                watch::lookSafely, 0, options.interval().toMillis(), TimeUnit.MILLISECONDS);
        return watch;
    }

    /** What was seen until now. */
    public synchronized LedgerReport report() {
        Duration longest = judges.values().stream()
                .map(NodeJudge::longestShrink)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        Share room = judges.values().stream()
                .flatMap(judge -> judge.leastRoom().stream())
                .reduce(Share::min)
                .orElse(Share.NONE);
        return new LedgerReport(looks, blind, violations, longest, room);
    }

    private void lookSafely() {
        try {
            look();
        } catch (KubernetesClientException | UncheckedIOException e) {
            LOG.debug("a side does not answer", e);
            allBlind();
        } catch (RuntimeException e) {
            synchronized (this) {
                violations.add("the watch itself failed: " + e);
            }
            LOG.error("look failed", e);
        }
    }

    private synchronized void allBlind() {
        blind++;
        judges.values().forEach(NodeJudge::blind);
    }

    /** One look at all nodes. */
    void look() {
        Map<String, ClusterReader.Leased> nodes = cluster.read();
        Map<String, YarnNode> yarn = resourceManager.nodes().stream()
                .collect(Collectors.toMap(YarnNode::id, Function.identity(), (first, second) -> second));
        long now = nanos.getAsLong();
        synchronized (this) {
            judges.forEach((name, judge) -> {
                if (!nodes.containsKey(name)) {
                    judge.blind();
                }
            });
            nodes.forEach((name, node) -> judge(
                    name, node, node.nodeId().flatMap(id -> find(yarn, id)).orElse(null), now));
        }
    }

    private static Optional<YarnNode> find(Map<String, YarnNode> yarn, String idOrHost) {
        return Optional.ofNullable(yarn.get(idOrHost))
                .or(() -> yarn.values().stream()
                        .filter(node -> node.id().startsWith(idOrHost + ".")
                                || node.id().startsWith(idOrHost + ":"))
                        .findFirst());
    }

    private void judge(String name, ClusterReader.Leased node, @Nullable YarnNode yarn, long now) {
        NodeJudge judge = judges.computeIfAbsent(name, any -> new NodeJudge(options));
        Share capability = yarn == null || !yarn.scheduled()
                ? null
                : options.batch(yarn.capacityVcores(), yarn.capacityMegabytes());
        if (capability == null || !judge.adopted(node.look(), capability)) {
            blind++;
            judge.blind();
            return;
        }
        looks++;
        judge.changed(node.look(), capability).ifPresent(change -> LOG.debug("ledger node={} {}", name, change));
        for (String fault : judge.step(node.look(), capability, now)) {
            LOG.warn("ledger broken node={} {}", name, fault);
            if (violations.size() < KEPT_VIOLATIONS) {
                violations.add(Instant.now() + " " + name + ": " + fault);
            }
        }
    }

    /** Ends looking; the report stays. */
    @Override
    public void close() {
        looking.shutdown();
        try {
            if (!looking.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("a look still waits for an answer");
                looking.shutdownNow();
            }
        } catch (InterruptedException e) {
            looking.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
