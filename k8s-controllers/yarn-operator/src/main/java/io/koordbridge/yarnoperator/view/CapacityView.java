package io.koordbridge.yarnoperator.view;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import io.koordbridge.yarnoperator.lease.LeaseSettings;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.ledger.LedgerBook;
import io.koordbridge.yarnoperator.ledger.Timeline.Sample;
import io.koordbridge.yarnoperator.node.ClusterCaches;
import io.koordbridge.yarnoperator.node.Leadership;
import io.koordbridge.yarnoperator.node.NodeSituation;
import io.koordbridge.yarnoperator.node.Situations;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.ClusterStatus;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import io.koordbridge.yarnoperator.view.Answers.ExplainAnswer;
import io.koordbridge.yarnoperator.view.Answers.LedgerAnswer;
import io.koordbridge.yarnoperator.view.Answers.MarkAnswer;
import io.koordbridge.yarnoperator.view.Answers.NodesAnswer;
import io.koordbridge.yarnoperator.view.Answers.ResourceManagerAnswer;
import io.koordbridge.yarnoperator.view.Answers.SampleAnswer;
import io.koordbridge.yarnoperator.view.Answers.StatusAnswer;
import io.koordbridge.yarnoperator.view.Answers.TimelineAnswer;
import io.koordbridge.yarnoperator.view.Answers.TotalsAnswer;
import io.koordbridge.yarnoperator.view.Answers.UnmatchedAnswer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Builds the answers from what the process knows. */
public final class CapacityView {

    private static final int RECENT = 20;

    private final Situations situations;
    private final YarnClusters clusters;
    private final ClusterCaches caches;
    private final Leadership leadership;
    private final LeaseSettings settings;
    private final Clock clock;

    public CapacityView(
            Situations situations,
            YarnClusters clusters,
            ClusterCaches caches,
            Leadership leadership,
            LeaseSettings settings,
            Clock clock) {
        this.situations = situations;
        this.clusters = clusters;
        this.caches = caches;
        this.leadership = leadership;
        this.settings = settings;
        this.clock = clock;
    }

    NodesAnswer nodes() {
        Instant now = clock.instant();
        YarnConversion conversion = settings.conversion();
        List<NodeSituation> all = situations.all();
        return new NodesAnswer(
                now.toString(),
                all.stream().map(one -> NodeAnswers.row(one, conversion, now)).toList(),
                unmatched(all));
    }

    private List<UnmatchedAnswer> unmatched(List<NodeSituation> all) {
        Set<NodeManagerRef> owned = new HashSet<>();
        all.forEach(
                one -> one.seen().managers().stream().map(NodeManagerView::ref).forEach(owned::add));
        List<UnmatchedAnswer> unmatched = new ArrayList<>();
        for (ClusterReport report : clusters.reports()) {
            report.nodes().values().stream()
                    .filter(node -> !owned.contains(new NodeManagerRef(report.cluster(), node.host(), node.port())))
                    .map(node -> new UnmatchedAnswer(report.cluster(), node.nodeId(), node.stateName()))
                    .sorted(java.util.Comparator.comparing(UnmatchedAnswer::nodeId))
                    .forEach(unmatched::add);
        }
        return unmatched;
    }

    Optional<ExplainAnswer> explain(String node) {
        return situations
                .of(node)
                .map(one -> NodeAnswers.explain(
                        one, settings.conversion(), situations.timeline().marksOf(node, RECENT), clock.instant()));
    }

    LedgerAnswer ledger() {
        LedgerBook.Summary summary = situations.ledger().summary();
        Map<String, String> since = new TreeMap<>();
        summary.brokenSince().forEach((node, at) -> since.put(node, at.toString()));
        return new LedgerAnswer(
                clock.instant().toString(),
                summary.verdict().name(),
                summary.checks(),
                summary.draining(),
                summary.broken(),
                since,
                summary.rows());
    }

    StatusAnswer status() {
        Instant now = clock.instant();
        List<NodeSituation> all = situations.all();
        Map<String, Integer> byState = new TreeMap<>();
        all.forEach(one -> byState.merge(one.state().name(), 1, Integer::sum));
        LedgerBook.Summary summary = situations.ledger().summary();
        int agents = (int) all.stream().filter(one -> Totals.measured(one, now)).count();
        List<ResourceManagerAnswer> managers =
                clusters.status().stream().map(one -> resourceManager(one, now)).toList();
        return new StatusAnswer(
                now.toString(),
                leadership.leads(),
                leadership.leads() ? leadership.since().toString() : null,
                caches.live(),
                managers,
                agents,
                all.size(),
                byState,
                totals(all, now),
                summary.verdict().name(),
                summary.checks(),
                advice(all, managers, agents));
    }

    private ResourceManagerAnswer resourceManager(ClusterStatus one, Instant now) {
        Instant last = one.lastGood();
        Duration age = last == null ? Duration.ZERO : Duration.between(last, now);
        String state;
        if (last == null) {
            state = one.lastProblem() == null ? "NO_DATA" : "FAILED";
        } else {
            state = age.compareTo(settings.times().staleAfter()) > 0 ? "STALE" : "OK";
        }
        return new ResourceManagerAnswer(
                one.cluster(),
                state,
                last == null ? null : last.toString(),
                last == null ? null : age.toMillis() / 1000.0,
                one.lastProblem(),
                one.nodes(),
                one.pending() == null ? null : one.pending().vcores(),
                one.pending() == null ? null : one.pending().memoryMb());
    }

    private TotalsAnswer totals(List<NodeSituation> all, Instant now) {
        YarnConversion conversion = settings.conversion();
        return new TotalsAnswer(
                Totals.sum(all, one -> one.reading().capacity()),
                Totals.sum(all, one -> one.seen().books().origin()),
                Totals.sumOrZero(all, one -> one.seen().books().pods()),
                Totals.sumOrZero(all, one -> one.seen().books().others()),
                Situations.leased(all, settings),
                Totals.sum(all, one -> Totals.batch(Totals.capability(one), conversion)),
                Totals.sum(all, one -> Totals.batch(Totals.used(one), conversion)),
                Totals.sum(all, one -> Totals.free(one, conversion)),
                Totals.sum(all, one -> Totals.yarnRealUse(one, now)),
                Totals.sum(all, one -> Totals.nodeUsed(one, now)),
                Totals.sum(all, one -> Totals.prodUsed(one, now)));
    }

    private List<String> advice(List<NodeSituation> all, List<ResourceManagerAnswer> managers, int agents) {
        List<String> advice = new ArrayList<>();
        if (!caches.filled()) {
            advice.add("The API server has not answered yet: check kubernetes.apiServer or the service account.");
        }
        if (managers.isEmpty()) {
            advice.add("No YARN cluster is configured: put a yarn-site.xml into the directory hadoop.confDir names.");
        }
        for (ResourceManagerAnswer one : managers) {
            if (!one.state().equals("OK")) {
                advice.add("ResourceManager '" + one.cluster() + "' is " + one.state() + ": "
                        + (one.problem() == null ? "no answer yet" : one.problem()));
            }
        }
        if (caches.filled() && all.isEmpty()) {
            advice.add("No node has a NodeManager: label NodeManager pods app.kubernetes.io/component=node-manager and"
                    + " annotate them yarn.hadoop.apache.org/node-id=host:port.");
        }
        if (!all.isEmpty() && agents == 0) {
            advice.add("No node agent reports: real use is not known. Is the koordlet running?");
        }
        return advice;
    }

    TimelineAnswer timeline(Instant after) {
        return new TimelineAnswer(
                clock.millis(),
                situations.timeline().samples(after).stream()
                        .map(one -> new SampleAnswer(
                                one.time().toEpochMilli(),
                                one.origin(),
                                one.pods(),
                                one.lease(),
                                one.capability(),
                                one.used(),
                                one.prodUsed(),
                                one.verdict().name()))
                        .toList(),
                situations.timeline().marks(after).stream()
                        .map(one -> new MarkAnswer(one.time().toEpochMilli(), one.node(), one.kind(), one.text()))
                        .toList());
    }

    /** Adds one sample to the timeline. */
    public void sample() {
        Instant now = clock.instant();
        List<NodeSituation> all = situations.all();
        YarnConversion conversion = settings.conversion();
        BatchAmount origin = Totals.sum(all, one -> one.seen().books().origin());
        situations
                .timeline()
                .sample(new Sample(
                        now,
                        origin,
                        Totals.sumOrZero(all, one -> one.seen().books().pods()),
                        Situations.leased(all, settings),
                        Totals.sum(all, one -> Totals.batch(Totals.capability(one), conversion)),
                        Totals.sum(all, one -> Totals.batch(Totals.used(one), conversion)),
                        Totals.sum(all, one -> Totals.prodUsed(one, now)),
                        situations.ledger().summary().verdict()));
    }
}
