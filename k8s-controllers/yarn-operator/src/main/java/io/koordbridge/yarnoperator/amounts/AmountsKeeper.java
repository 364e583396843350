package io.koordbridge.yarnoperator.amounts;

import io.koordbridge.yarnoperator.amounts.AmountGauges.Shown;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import io.koordbridge.yarnoperator.node.LeaseController;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Shows and counts the amounts of each cluster while this replica leads. */
public final class AmountsKeeper {

    /** A new leader looks at all nodes before it sums them, but waits no longer for one. */
    private static final Duration LOOKS = Duration.ofSeconds(30);

    private final LeaseController.Parts parts;
    private final LeaseConfig settings;
    private final AmountsConfig config;
    private final AmountGauges gauges;
    private final NodeGauges nodes;
    private final AmountCounters counters;
    private final Map<String, ClusterReport> reports = new HashMap<>();
    private final Map<String, Instant> firstReports = new HashMap<>();
    private final Map<String, UseReading> readings = new HashMap<>();
    private StateTimes states = StateTimes.NONE;
    private long term = -1;

    /** Has looked at nothing yet. */
    public AmountsKeeper(LeaseController.Parts parts, LeaseConfig settings, AmountsConfig config) {
        this.parts = parts;
        this.settings = settings;
        this.config = config;
        this.gauges = new AmountGauges(parts.metrics(), parts.clock());
        this.nodes = new NodeGauges(parts.metrics(), config.perNode());
        this.counters = new AmountCounters(parts.metrics(), parts.clock(), config.freshFor(), config.mostQueues());
        for (String cluster : parts.clusters().declared()) {
            gauges.register(cluster);
            gauges.registerAnswers(cluster);
        }
        if (parts.clusters().declared().size() != 1) {
            gauges.register(ClusterSums.NO_CLUSTER);
        }
    }

    /** Sums what is known, once a second; makes no calls. */
    public synchronized void look() {
        if (!leads()) {
            return;
        }
        Instant now = parts.clock().instant();
        List<NodeLeaseStatus> all = parts.situations().all();
        states = states.next(all, now);
        Map<String, ClusterReport> fresh = new HashMap<>();
        for (String cluster : parts.clusters().declared()) {
            parts.clusters().report(cluster).ifPresent(report -> {
                count(report);
                if (!report.at().plus(settings.times().staleAfter()).isBefore(now) && lookedAt(all, report, now)) {
                    fresh.put(cluster, report);
                }
            });
        }
        if (lookedSince(all, parts.leadership().since(), now)) {
            show(all, fresh, now);
        }
    }

    /** Whether it does; forgets what belongs to an earlier time of leading. */
    private boolean leads() {
        boolean leads = parts.leadership().leads();
        if (term != parts.leadership().term() || !leads) {
            term = parts.leadership().term();
            reports.clear();
            firstReports.clear();
            readings.clear();
            states = StateTimes.NONE;
            gauges.hide();
            nodes.hide();
            counters.hide();
        }
        if (leads) {
            parts.clusters().declared().forEach(counters::show);
        }
        return leads;
    }

    private void count(ClusterReport report) {
        ClusterReport before = reports.put(report.cluster(), report);
        if (report.at().isAfter(parts.leadership().since())) {
            firstReports.putIfAbsent(report.cluster(), report.at());
        }
        boolean ours =
                before != null && !before.at().isBefore(parts.leadership().since());
        boolean newer = before != null && report.at().isAfter(before.at());
        long gone = ours && newer ? LostNodes.containers(before, report) : 0;
        counters.containersWithNode(report.cluster(), gone);
    }

    /** Before a node was decided by a report of this term, what it holds may not be known. */
    private boolean lookedAt(List<NodeLeaseStatus> all, ClusterReport report, Instant now) {
        Instant first = firstReports.get(report.cluster());
        return first != null && lookedSince(all, first, now);
    }

    private boolean lookedSince(List<NodeLeaseStatus> all, Instant since, Instant now) {
        if (now.isAfter(since.plus(LOOKS))) {
            return true;
        }
        Set<String> decided = all.stream()
                .filter(one -> one.step() != null && one.seen().now().isAfter(since))
                .map(NodeLeaseStatus::node)
                .collect(Collectors.toSet());
        return parts.caches().filled() && decided.containsAll(parts.caches().nodesWithNodeManagers());
    }

    private void show(List<NodeLeaseStatus> all, Map<String, ClusterReport> fresh, Instant now) {
        Set<String> declared = parts.clusters().declared();
        ClusterSums.Look look = new ClusterSums.Look(
                all,
                declared,
                fresh,
                states,
                settings.conversion(),
                now,
                parts.clock().timeOfDay(now));
        nodes.show(look);
        Instant since = parts.leadership().since();
        for (String cluster : declared) {
            Instant report = Optional.ofNullable(reports.get(cluster))
                    .map(ClusterReport::at)
                    .orElse(since);
            Optional<UseReading> reading = Optional.ofNullable(readings.get(cluster));
            Duration silence = age(reading.map(UseReading::at).orElse(since), now);
            Long preempted = reading.filter(unused -> silence.compareTo(config.longestStep()) <= 0)
                    .map(one -> one.use().preempted())
                    .orElse(null);
            gauges.show(cluster, new Shown(now, ClusterSums.of(cluster, look), age(report, now), silence, preempted));
        }
        ClusterAmounts strays = ClusterSums.of(ClusterSums.NO_CLUSTER, look);
        gauges.show(ClusterSums.NO_CLUSTER, new Shown(now, strays, Duration.ZERO, Duration.ZERO, null));
    }

    private static Duration age(Instant then, Instant now) {
        return then.isAfter(now) ? Duration.ZERO : Duration.between(then, now);
    }

    /** Asks each cluster what its queues hold, and counts what they held since the question before. */
    public void read() {
        for (String cluster : parts.clusters().declared()) {
            long asking = parts.leadership().term();
            Instant at = parts.clock().instant();
            parts.clusters().use(cluster).ifPresent(use -> count(cluster, new UseReading(at, use), asking));
        }
    }

    private synchronized void count(String cluster, UseReading now, long asking) {
        if (!leads() || asking != term) {
            return;
        }
        UseReading before = readings.get(cluster);
        readings.put(cluster, now.after(before));
        counters.add(cluster, UseStep.between(before, now, config.longestStep(), settings.conversion()));
    }
}
