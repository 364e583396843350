package io.koordbridge.scheduler.place.load;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Brings reports and thresholds of nodes to the ledger, and marks a report that has become too old. */
public final class LoadFeed implements ClusterListener {

    private final ClusterLedger ledger;
    private final Duration expiration;
    private final Clock clock;
    private final LoadNotices notices;
    /** The last reports by node; changed under this object's lock. */
    private final Map<String, UsageReport> reports = new ConcurrentHashMap<>();

    private final UnknownPods unknownPods = new UnknownPods();
    private volatile boolean seen;

    LoadFeed(ClusterLedger ledger, Duration expiration, Clock clock, LoadNotices notices) {
        this.ledger = ledger;
        this.expiration = expiration;
        this.clock = clock;
        this.notices = notices;
    }

    @Override
    public List<KindCache<?>> kinds(ListWatchSource source) {
        return List.of(new KindCache<>(
                source,
                WatchedKind.all(NodeMetric.class).ifInstalled(),
                new StrippedStore<>(LoadFeed::named, new Watcher())));
    }

    @Override
    public boolean follows() {
        return seen;
    }

    private static NodeMetric named(NodeMetric whole) {
        NodeMetric named = new NodeMetric();
        named.getMetadata().setName(whole.getMetadata().getName());
        named.getMetadata().setUid(whole.getMetadata().getUid());
        return named;
    }

    private final class Watcher implements StrippedStore.Watcher<NodeMetric> {

        @Override
        public void put(@Nullable NodeMetric before, NodeMetric kept, NodeMetric whole) {
            try {
                reportSeen(whole);
            } catch (RuntimeException unusable) {
                String problem = "ignored, the report before it stays: " + unusable.getMessage();
                notices.report(whole, problem, problem);
            }
        }

        @Override
        public void gone(NodeMetric kept) {
            reportGone(kept.getMetadata().getName());
        }
    }

    synchronized void reportSeen(NodeMetric object) {
        seen = true;
        String node = object.getMetadata().getName();
        UsageReport read = UsageReportReader.read(object, reports.get(node), clock.instant());
        reports.put(node, read.withExpired(isExpired(read)));
        ledger.objectSeen(node, UsageReport.class, reports.get(node));
        List<String> problems = new ArrayList<>(read.problems());
        ledger.view().node(node).ifPresent(view -> problems.addAll(unknownPods.problems(node, read, podsOn(view))));
        notices.report(object, identity(problems), ObjectWarnings.summary(problems));
    }

    private static String identity(List<String> problems) {
        return ObjectWarnings.summary(problems.stream()
                .map(problem -> problem.startsWith(UsageReportReader.FUTURE) ? UsageReportReader.FUTURE : problem)
                .toList());
    }

    private static Set<String> podsOn(NodeView node) {
        return node.placed().all().map(PodFacts::key).collect(Collectors.toSet());
    }

    synchronized void reportGone(String node) {
        reports.remove(node);
        unknownPods.forget(node);
        ledger.objectSeen(node, UsageReport.class, null);
        notices.reportGone(node);
    }

    @Override
    public void nodeSeen(Node node) {
        LoadLimits limits = LoadLimitsReader.read(node);
        ledger.objectSeen(
                node.getMetadata().getName(), LoadLimits.class, limits.equals(LoadLimits.NONE) ? null : limits);
        notices.node(node, ObjectWarnings.summary(limits.problems()));
    }

    @Override
    public void nodeGone(String node) {
        ledger.objectSeen(node, LoadLimits.class, null);
        notices.nodeGone(node);
    }

    private boolean isExpired(UsageReport report) {
        return report.expiresAtMillis(expiration.toMillis()) <= clock.millis();
    }

    /** Reports that have become too old since the last call do not count any more. */
    public synchronized void expire() {
        reports.replaceAll((node, report) -> {
            if (report.expired() || !isExpired(report)) {
                return report;
            }
            UsageReport old = report.withExpired(true);
            ledger.objectSeen(node, UsageReport.class, old);
            return old;
        });
    }
}
