package io.koordbridge.yarnoperator.amounts;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.yarnoperator.amounts.UseStep.Held;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Queue;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What this replica has counted while it led. Replicas add up: none counts what another one has. The series of a replica that does not lead
 * end, and go on where they were when it leads again.
 */
final class AmountCounters {

    private static final String OTHER = "other";
    private static final String REASON = "reason";
    private static final String CLUSTER = "cluster";
    private static final String PREEMPTED = "preempted";
    /** Thousandths of a core times milliseconds. */
    private static final long CORE_SECOND = 1_000_000;
    /** Mebibytes times milliseconds. */
    private static final long GIB_SECOND = 1_024_000;

    private final MetricRegistry registry;
    private final Clock clock;
    private final Duration freshFor;
    private final int mostQueues;
    private final Map<String, Tally> tallies = new HashMap<>();
    private final Set<String> shown = new HashSet<>();
    private final Map<String, Set<Queue>> named = new HashMap<>();

    /**
     * Counters that begin at 0.
     *
     * @param freshFor how long a series shows its first value
     * @param mostQueues of a cluster, of which each has series of its own; the others share one
     */
    AmountCounters(MetricRegistry registry, Clock clock, Duration freshFor, int mostQueues) {
        this.registry = registry;
        this.clock = clock;
        this.freshFor = freshFor;
        this.mostQueues = mostQueues;
    }

    /** Shows the counters of a cluster that do not depend on what it does. */
    synchronized void show(String cluster) {
        containersLost(cluster, PREEMPTED, 0);
        containersLost(cluster, "node-gone", 0);
        mastersLost(cluster, PREEMPTED, 0);
        mastersLost(cluster, OTHER, 0);
    }

    /** Another replica counts from now on. */
    synchronized void hide() {
        shown.forEach(registry::remove);
        shown.clear();
    }

    /** Containers that a node held when it was lost, shut down or decommissioned. */
    synchronized void containersWithNode(String cluster, long containers) {
        containersLost(cluster, "node-gone", containers);
    }

    synchronized void add(String cluster, UseStep step) {
        containersLost(cluster, PREEMPTED, step.lost().containers());
        mastersLost(cluster, PREEMPTED, step.lost().masters());
        mastersLost(cluster, OTHER, step.lost().otherMasters());
        step.held().forEach((queue, held) -> add(cluster, queue, held));
    }

    private void add(String cluster, Queue queue, Held held) {
        Set<Queue> own = named.computeIfAbsent(cluster, unused -> new HashSet<>());
        if (own.size() < mostQueues) {
            own.add(queue);
        }
        boolean known = own.contains(queue);
        String pool = known ? queue.pool() : OTHER;
        String name = known ? queue.name() : OTHER;
        String[] labels = {CLUSTER, ClusterDeclaration.name(cluster), "pool", pool, "queue", name};
        tally(MetricNames.of("koord_yarn_core_seconds_total", labels), CORE_SECOND, held.milliCpuMillis());
        tally(MetricNames.of("koord_yarn_memory_gib_seconds_total", labels), GIB_SECOND, held.mebibyteMillis());
    }

    private void containersLost(String cluster, String reason, long more) {
        String name = ClusterDeclaration.name(cluster);
        tally(MetricNames.of("koord_yarn_containers_lost_total", CLUSTER, name, REASON, reason), 1, more);
    }

    private void mastersLost(String cluster, String reason, long more) {
        String name = ClusterDeclaration.name(cluster);
        tally(MetricNames.of("koord_yarn_masters_lost_total", CLUSTER, name, REASON, reason), 1, more);
    }

    private void tally(String name, long partsOfUnit, long more) {
        Tally tally = tallies.computeIfAbsent(name, unused -> new Tally(clock, partsOfUnit));
        if (shown.add(name)) {
            tally.appear(freshFor);
            registry.register(name, tally);
        }
        tally.add(more);
    }
}
