package io.koordbridge.it.quickstart;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.lab.hadoop.NodeManagerRest;
import io.koordbridge.lab.hadoop.ResourceManagerRest;
import io.koordbridge.lab.hadoop.YarnContainer;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the lease of the only node, at what YARN makes of it, and at its containers; each change with its time. */
final class YarnWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(YarnWatch.class);
    private static final long LOOK_MILLIS = 250;

    private final KubernetesClient client;
    private final ResourceManagerRest resourceManager;
    private final NodeManagerRest nodeManager;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor();
    private final List<String> changes = new ArrayList<>();
    private Look last;
    private long changedNanos = System.nanoTime();
    private long looks;

    /**
     * What is there at one moment.
     *
     * @param lease what the Node reserves for YARN
     * @param vcores what the ResourceManager schedules on
     * @param megabytes what the ResourceManager schedules on
     * @param containers of the NodeManager: id to state
     * @param offers whether pods are offered batch resources
     * @param limited whether the best-effort tier has a quota
     */
    record Look(
            String lease,
            long vcores,
            long megabytes,
            SortedMap<String, String> containers,
            boolean offers,
            boolean limited) {}

    private YarnWatch(KubernetesClient client, ResourceManagerRest resourceManager, NodeManagerRest nodeManager) {
        this.client = client;
        this.resourceManager = resourceManager;
        this.nodeManager = nodeManager;
        this.last = look();
    }

    /** Begins with a look at what all others are compared with. */
    static YarnWatch start(KubernetesClient client, ResourceManagerRest resourceManager, NodeManagerRest nodeManager) {
        YarnWatch watch = new YarnWatch(client, resourceManager, nodeManager);
        LOG.info("at first {}", watch.last);
        var unused = watch.looking.scheduleWithFixedDelay(
                watch::lookSafely, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return watch;
    }

    private void lookSafely() {
        try {
            Look now = look();
            synchronized (this) {
                looks++;
                if (!now.equals(last)) {
                    change(now.toString());
                }
                last = now;
            }
        } catch (RuntimeException e) {
            // Nothing that is asked is upgraded.
            change("no answer: " + e);
        }
    }

    private synchronized void change(String what) {
        LOG.info("changed: {}", what);
        changedNanos = System.nanoTime();
        changes.add(Instant.now() + " " + what);
    }

    private Look look() {
        Node node = client.nodes().list().getItems().get(0);
        YarnNode yarn = resourceManager.nodes().get(0);
        SortedMap<String, String> containers = new TreeMap<>();
        for (YarnContainer container : nodeManager.containers()) {
            containers.put(container.id(), container.state());
        }
        return new Look(
                lease(node),
                yarn.capacityVcores(),
                yarn.capacityMegabytes(),
                containers,
                offers(node),
                BestEffort.quota() > 0);
    }

    private static String lease(Node node) {
        return ThirdParties.read(node).found().orElse(ThirdParties.NONE).entries().stream()
                .filter(entry -> WellKnown.YARN_ALLOCATION_NAME.equals(entry.name()))
                .map(ThirdPartyAllocation::resources)
                .toList()
                .toString();
    }

    private static boolean offers(Node node) {
        Map<String, Quantity> allocatable = node.getStatus().getAllocatable();
        return List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY).stream()
                .map(allocatable::get)
                .allMatch(
                        amount -> amount != null && amount.getNumericalAmount().signum() > 0);
    }

    /** The newest look. */
    synchronized Look last() {
        return last;
    }

    /** Time since the last change, or since the begin. */
    synchronized Duration unchangedFor() {
        return Duration.ofNanos(System.nanoTime() - changedNanos);
    }

    /** Everything that was seen to change, in order. */
    synchronized List<String> changes() {
        return List.copyOf(changes);
    }

    /** How often both sides were seen. */
    synchronized long looks() {
        return looks;
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
