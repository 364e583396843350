package io.koordbridge.yarnoperator.largest;

import io.koordbridge.kube.event.EventType;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.ledger.Timeline.Mark;
import io.koordbridge.yarnoperator.node.LeaseController;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the nodes of each cluster that keep the size, and reports when none can; its rounds are of one thread. */
public final class LargestKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(LargestKeeper.class);
    /** A new leader looks at all nodes before it chooses, but not for longer. */
    private static final Duration LOOKS = Duration.ofSeconds(30);

    private final LeaseController.Parts parts;
    private final LargestConfig config;
    private final LeaseConfig settings;
    private final LargestMetrics metrics;
    private final Map<String, KeptNodes> kept = new HashMap<>();
    private final Map<String, LargestVerdict> verdicts = new TreeMap<>();
    /** When the first report of each cluster in this term was asked for. */
    private final Map<String, Instant> firstReports = new HashMap<>();

    private final Set<String> begun = new HashSet<>();
    private long term = -1;

    /** Has chosen no node yet. */
    public LargestKeeper(LeaseController.Parts parts, LargestConfig config, LeaseConfig settings) {
        this.parts = parts;
        this.config = config;
        this.settings = settings;
        this.metrics = new LargestMetrics(parts.metrics(), parts.clusters().declared(), config);
        forget();
    }

    private void forget() {
        kept.clear();
        verdicts.clear();
        firstReports.clear();
        begun.clear();
        metrics.forget();
        parts.situations().kept().undecided(config.on() ? config.size() : YarnAmount.ZERO);
    }

    /** Chooses anew, once a second. */
    public void round() {
        if (term != parts.leadership().term()) {
            term = parts.leadership().term();
            forget();
        }
        if (!config.on() || !parts.leadership().leads()) {
            return;
        }
        List<NodeLeaseStatus> all = parts.situations().all();
        Instant now = parts.clock().instant();
        Map<String, List<Candidate>> candidates = candidates(all, now);
        for (String cluster : parts.clusters().declared()) {
            parts.clusters()
                    .report(cluster)
                    .filter(report -> fresh(report, now) && mayChoose(report, all, now))
                    .ifPresent(report -> choose(report, candidates.getOrDefault(cluster, List.of()), now));
        }
        publish();
    }

    /** Before each node was decided by its report, one that has the size may not be seen yet. */
    private boolean mayChoose(ClusterReport report, List<NodeLeaseStatus> all, Instant now) {
        if (begun.contains(report.cluster())) {
            return true;
        }
        if (!parts.caches().filled()) {
            return false;
        }
        Instant first = firstReports.computeIfAbsent(report.cluster(), unused -> report.at());
        Set<String> decided = all.stream()
                .filter(one -> one.step() != null && one.seen().now().isAfter(first))
                .map(NodeLeaseStatus::node)
                .collect(Collectors.toSet());
        boolean looked = decided.containsAll(parts.caches().nodesWithNodeManagers());
        return (looked || now.isAfter(first.plus(LOOKS))) && begun.add(report.cluster());
    }

    private Map<String, List<Candidate>> candidates(List<NodeLeaseStatus> all, Instant now) {
        Map<String, List<Candidate>> byCluster = new HashMap<>();
        for (NodeLeaseStatus one : all) {
            boolean protects = parts.caches().unprotected(one.node()).isEmpty();
            CandidateReading.of(
                            one,
                            protects,
                            settings.conversion(),
                            settings.times().staleAfter(),
                            now)
                    .ifPresent(read -> byCluster
                            .computeIfAbsent(read.cluster(), unused -> new ArrayList<>())
                            .add(read.candidate()));
        }
        return byCluster;
    }

    /** An old report is not used: the choice stays. */
    private boolean fresh(ClusterReport report, Instant now) {
        return Duration.between(report.at(), now).compareTo(settings.times().staleAfter()) <= 0;
    }

    private void choose(ClusterReport report, List<Candidate> candidates, Instant now) {
        String cluster = report.cluster();
        KeptNodes before = kept.getOrDefault(cluster, KeptNodes.NONE);
        KeptNodes after = LargestPlanner.next(before, candidates, config, now);
        kept.put(cluster, after);
        if (!after.all().equals(before.all())) {
            LOG.info(
                    "nodes that keep the largest container cluster={} size='{}' nodes={} before={}",
                    ClusterDeclaration.name(cluster),
                    config.size(),
                    after.all(),
                    before.all());
        }
        metrics.kept(
                cluster,
                candidates.stream()
                        .filter(one -> after.chosen().containsKey(one.node()) && one.holds(config.size()))
                        .count());
        judge(report, !after.chosen().isEmpty(), now);
    }

    private void judge(ClusterReport report, boolean hopeful, Instant now) {
        String cluster = report.cluster();
        List<YarnAmount> capabilities = report.nodes().values().stream()
                .filter(node -> node.state() == ManagerState.LIVE)
                .map(ReportedNode::capability)
                .toList();
        LargestVerdict before = verdicts.getOrDefault(cluster, LargestVerdict.UNKNOWN);
        LargestVerdict after = before.next(capabilities, config.size(), hopeful, now);
        verdicts.put(cluster, after);
        String name = ClusterDeclaration.name(cluster);
        if (after.said() && !before.said()) {
            tell("LARGEST_LOST", EventType.WARNING, "YarnLargestContainerLost", after.sentence(name, config), now);
        } else if (before.said() && !after.said()) {
            tell("LARGEST_KEPT", EventType.NORMAL, "YarnLargestContainerKept", LargestVerdict.over(name, config), now);
        }
    }

    /** A cluster has no object in the API server: its events are about the operator's election Lease. */
    private void tell(String kind, EventType type, String reason, String text, Instant now) {
        if (type == EventType.WARNING) {
            LOG.warn("{}", text);
        } else {
            LOG.info("{}", text);
        }
        parts.situations().mark(new Mark(parts.clock().timeOfDay(now), null, kind, text));
        parts.events().record(parts.leadership().leaseObject(), type, reason, text);
    }

    private void publish() {
        Map<String, YarnAmount> byNode = new HashMap<>();
        kept.values().forEach(one -> one.all().forEach(node -> byNode.put(node, config.size())));
        List<String> problems = new ArrayList<>();
        verdicts.forEach((cluster, verdict) -> {
            if (verdict.said()) {
                problems.add(verdict.sentence(ClusterDeclaration.name(cluster), config));
            }
        });
        parts.situations().kept().decided(byNode, kept.keySet(), problems).forEach(parts.requeue());
    }
}
