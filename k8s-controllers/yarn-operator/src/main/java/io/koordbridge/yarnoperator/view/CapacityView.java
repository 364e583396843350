package io.koordbridge.yarnoperator.view;

import io.koordbridge.answers.LedgerAnswer;
import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.ledger.LedgerRow;
import io.koordbridge.yarnoperator.ledger.LedgerStore;
import io.koordbridge.yarnoperator.ledger.Timeline.Sample;
import io.koordbridge.yarnoperator.matching.PodCheck;
import io.koordbridge.yarnoperator.node.ClusterCaches;
import io.koordbridge.yarnoperator.node.Leadership;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.node.NodeLeaseStatuses;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.ClusterStatus;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import io.koordbridge.yarnoperator.view.Answers.CpuAnswer;
import io.koordbridge.yarnoperator.view.Answers.EventAnswer;
import io.koordbridge.yarnoperator.view.Answers.ExplainAnswer;
import io.koordbridge.yarnoperator.view.Answers.MemoryAnswer;
import io.koordbridge.yarnoperator.view.Answers.PointAnswer;
import io.koordbridge.yarnoperator.view.Answers.TimelineAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds the answers from what the process knows. */
public final class CapacityView {

    private final NodeLeaseStatuses situations;
    private final YarnClusters clusters;
    private final ClusterCaches caches;
    private final Leadership leadership;
    private final LeaseConfig settings;
    private final SteadyClock clock;

    public CapacityView(
            NodeLeaseStatuses situations,
            YarnClusters clusters,
            ClusterCaches caches,
            Leadership leadership,
            LeaseConfig settings,
            SteadyClock clock) {
        this.situations = situations;
        this.clusters = clusters;
        this.caches = caches;
        this.leadership = leadership;
        this.settings = settings;
        this.clock = clock;
    }

    NodesAnswer nodes() {
        Moment now = Moment.of(clock);
        YarnConversion conversion = settings.conversion();
        return new NodesAnswer(
                now.timeOfDay(),
                situations.all().stream()
                        .map(one -> NodeAnswers.row(one, conversion, now))
                        .toList());
    }

    /** Why nothing is known of any node, empty when that can be known. */
    Optional<String> unread() {
        return caches.filled() ? Optional.empty() : caches.lacking();
    }

    Optional<ExplainAnswer> explain(String node) {
        return situations
                .of(node)
                .map(one -> Explanation.of(one, situations.kept().of(node), settings.conversion(), Moment.of(clock)));
    }

    LedgerAnswer ledger() {
        LedgerStore.Summary summary = situations.ledger().summary();
        return new LedgerAnswer(
                timeOfDay(),
                summary.verdict().name(),
                summary.checks(),
                summary.broken(),
                summary.rows().stream().map(CapacityView::row).toList());
    }

    private static LedgerAnswer.Row row(LedgerRow row) {
        return new LedgerAnswer.Row(
                row.node(),
                row.resource(),
                row.origin(),
                row.pods(),
                row.thirdParty(),
                row.yarn(),
                row.sum(),
                row.excess(),
                row.verdict().name(),
                row.reason());
    }

    StatusAnswer status() {
        Instant now = timeOfDay();
        List<NodeLeaseStatus> all = situations.all();
        LedgerStore.Summary summary = situations.ledger().summary();
        int reporting =
                (int) all.stream().filter(one -> Totals.measured(one, now)).count();
        int matched = (int) all.stream().filter(Totals::matched).count();
        List<StatusAnswer.Cluster> answers =
                clusters.status().stream().map(this::cluster).toList();
        return new StatusAnswer(
                now,
                leadership.leads(),
                leadership.identity(),
                answers,
                new StatusAnswer.Agents(all.size(), reporting),
                new StatusAnswer.Nodes(all.size(), matched, all.size() - matched),
                totals(all, now),
                new StatusAnswer.Ledger(summary.verdict().name()),
                problems(all, summary, reporting));
    }

    private Instant timeOfDay() {
        return clock.timeOfDay(clock.instant());
    }

    private StatusAnswer.Cluster cluster(ClusterStatus one) {
        Instant last = one.lastGood();
        boolean fresh =
                last != null && !last.plus(settings.times().staleAfter()).isBefore(clock.instant());
        boolean asked = last != null || one.silence() != null;
        String state = fresh ? "UP" : asked ? "DOWN" : "UNKNOWN";
        return new StatusAnswer.Cluster(
                ClusterDeclaration.name(one.cluster()),
                one.address(),
                state,
                last == null ? null : clock.timeOfDay(last),
                one.auth());
    }

    private StatusAnswer.Totals totals(List<NodeLeaseStatus> all, Instant now) {
        YarnConversion conversion = settings.conversion();
        BatchAmount capacity = Totals.sum(all, one -> one.reading().capacity());
        BatchAmount prod = Totals.sum(all, one -> Totals.prod(one, now));
        BatchAmount origin = Totals.sum(all, one -> one.seen().books().origin());
        BatchAmount pods = Totals.sum(all, one -> one.seen().books().pods());
        BatchAmount lease = Totals.sum(all, one -> Totals.batch(Totals.lease(one), conversion));
        BatchAmount used = Totals.sum(all, one -> Totals.batch(Totals.used(one), conversion));
        BatchAmount usage = Totals.sum(all, one -> Totals.yarnUsage(one, now));
        return new StatusAnswer.Totals(
                Totals.milliCpu(capacity),
                Totals.bytes(capacity),
                Totals.milliCpu(prod),
                Totals.bytes(prod),
                Totals.milliCpu(origin),
                Totals.bytes(origin),
                Totals.milliCpu(pods),
                Totals.bytes(pods),
                Totals.milliCpu(lease),
                Totals.bytes(lease),
                Totals.milliCpu(used),
                Totals.bytes(used),
                Totals.milliCpu(usage),
                Totals.bytes(usage));
    }

    private List<String> problems(List<NodeLeaseStatus> all, LedgerStore.Summary summary, int reporting) {
        List<String> problems = new ArrayList<>();
        for (Map.Entry<String, Instant> broken : summary.brokenSince().entrySet()) {
            problems.add(broken.getKey() + ": more is promised than there is, since " + broken.getValue());
        }
        for (ClusterStatus one : clusters.status()) {
            one.problem().ifPresent(problems::add);
            problems.addAll(one.settings());
        }
        problems.addAll(situations.kept().problems());
        caches.lacking().map("API server: "::concat).ifPresent(problems::add);
        all.forEach(one -> problems.addAll(one.problems()));
        List<NodeManagerRef> strangers = caches.filled() ? unmatched(all) : List.of();
        strangers.forEach(ref -> problems.add(PodCheck.unowned(ref)));
        if (!all.isEmpty() && reporting == 0) {
            problems.add("No node agent reports: what is really used is not known. Is the koordlet running?");
        }
        return problems;
    }

    private List<NodeManagerRef> unmatched(List<NodeLeaseStatus> all) {
        Set<NodeManagerRef> owned = new HashSet<>();
        all.forEach(
                one -> one.seen().managers().stream().map(NodeManagerView::ref).forEach(owned::add));
        List<NodeManagerRef> unmatched = new ArrayList<>();
        for (ClusterReport report : clusters.reports()) {
            report.nodes().values().stream()
                    .filter(node -> node.state() == io.koordbridge.yarnoperator.lease.ManagerState.LIVE)
                    .map(node -> new NodeManagerRef(report.cluster(), node.host(), node.port()))
                    .filter(ref -> !owned.contains(ref))
                    .sorted(java.util.Comparator.comparing(NodeManagerRef::toString))
                    .forEach(unmatched::add);
        }
        return unmatched;
    }

    TimelineAnswer timeline(Instant after) {
        return new TimelineAnswer(
                situations.timeline().samples(after).stream()
                        .map(CapacityView::point)
                        .toList(),
                situations.timeline().marks(after).stream()
                        .map(one -> new EventAnswer(one.time().toEpochMilli(), one.node(), one.kind(), one.text()))
                        .toList());
    }

    private static PointAnswer point(Sample one) {
        return new PointAnswer(
                one.time().toEpochMilli(),
                new CpuAnswer(
                        Totals.milliCpu(one.origin()),
                        Totals.milliCpu(one.pods()),
                        Totals.milliCpu(one.lease()),
                        Totals.milliCpu(one.capability()),
                        Totals.milliCpu(one.used()),
                        Totals.milliCpu(one.prod())),
                new MemoryAnswer(
                        Totals.bytes(one.origin()),
                        Totals.bytes(one.pods()),
                        Totals.bytes(one.lease()),
                        Totals.bytes(one.capability()),
                        Totals.bytes(one.used()),
                        Totals.bytes(one.prod())));
    }

    /** Adds one sample to the timeline. */
    public void sample() {
        Instant now = timeOfDay();
        List<NodeLeaseStatus> all = situations.all();
        YarnConversion conversion = settings.conversion();
        situations
                .timeline()
                .sample(new Sample(
                        now,
                        Totals.sum(all, one -> one.seen().books().origin()),
                        Totals.sum(all, one -> one.seen().books().pods()),
                        Totals.sum(all, one -> Totals.batch(Totals.lease(one), conversion)),
                        Totals.sum(all, one -> Totals.batch(Totals.capability(one), conversion)),
                        Totals.sum(all, one -> Totals.batch(Totals.used(one), conversion)),
                        Totals.sum(all, one -> Totals.prod(one, now))));
    }
}
