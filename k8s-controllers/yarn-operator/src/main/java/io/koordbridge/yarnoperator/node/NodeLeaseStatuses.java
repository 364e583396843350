package io.koordbridge.yarnoperator.node;

import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.LeasePlan;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.WaitReason;
import io.koordbridge.yarnoperator.ledger.LedgerCheck;
import io.koordbridge.yarnoperator.ledger.LedgerEntry;
import io.koordbridge.yarnoperator.ledger.LedgerEntry.Grace;
import io.koordbridge.yarnoperator.ledger.LedgerRow;
import io.koordbridge.yarnoperator.ledger.LedgerStore;
import io.koordbridge.yarnoperator.ledger.Timeline;
import io.koordbridge.yarnoperator.ledger.Timeline.Mark;
import io.koordbridge.yarnoperator.node.NodeObserver.Observed;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last decision of each node, its ledger check and the timeline; written by the loop, read by the view. */
public final class NodeLeaseStatuses {

    private static final Logger LOG = LoggerFactory.getLogger(NodeLeaseStatuses.class);
    /** Beyond its grace a shrink may take this long to be carried out and reported. */
    private static final Duration SLACK = Duration.ofSeconds(60);

    private static final String NO_NEWS = "the ResourceManager has no report of it, the lease stays";

    private final LedgerStore ledger;
    private final Timeline timeline;
    private final UnaryOperator<Instant> timeOfDay;
    private final Runnable onBroken;
    private final Map<String, NodeLeaseStatus> byNode = new TreeMap<>();
    private final Map<String, Instant> followsSince = new HashMap<>();
    private final Map<String, Set<String>> told = new HashMap<>();
    private final KeptSizes kept = new KeptSizes();

    /**
     * NodeLeaseStatuses of no node yet.
     *
     * @param timeOfDay what people call an instant of an observation
     */
    public NodeLeaseStatuses(
            LedgerStore ledger, Timeline timeline, UnaryOperator<Instant> timeOfDay, Runnable onBroken) {
        this.timeOfDay = timeOfDay;
        this.ledger = ledger;
        this.timeline = timeline;
        this.onBroken = onBroken;
    }

    void publish(Observed observed, @Nullable LeaseStep step, LeaseStateName decided, LeaseConfig settings) {
        String name = observed.node().getMetadata().getName();
        Optional<YarnLease> record = NodeAnnotations.record(observed.node());
        LeaseStateName state = step == null
                ? record.map(one -> LeaseStateName.parse(one.state())).orElse(LeaseStateName.UNKNOWN)
                : decided;
        YarnAmount lease = step != null && step.after() != null
                ? step.after().reserved()
                : Optional.ofNullable(observed.seen().written().reserved())
                        .map(settings.conversion()::toYarn)
                        .orElse(YarnAmount.ZERO);
        List<LedgerRow> rows = LedgerCheck.rows(entry(observed, step, state, settings));
        follow(name, LedgerCheck.shareFollows(rows), observed.seen().now());
        int containers = observed.reported().values().stream()
                .mapToInt(ReportedNode::containers)
                .sum();
        Map<String, Long> others = new TreeMap<>();
        observed.reported()
                .values()
                .forEach(node -> node.others().forEach((type, has) -> others.merge(type, has, Long::sum)));
        NodeLeaseStatus situation = new NodeLeaseStatus(
                name,
                observed.reading(),
                observed.seen(),
                step,
                state,
                lease,
                new NodeLeaseStatus.NodeManagers(observed.matches(), containers, others, observed.asked()),
                observed.usage(),
                rows,
                observed.problems());
        NodeLeaseStatus before;
        synchronized (byNode) {
            before = byNode.put(name, situation);
        }
        Instant now = timeOfDay.apply(observed.seen().now());
        if (state == LeaseStateName.STALE && (before == null || before.state() != LeaseStateName.STALE)) {
            mark(new Mark(now, name, "STALE", NO_NEWS));
        }
        if (ledger.enter(name, rows, now)) {
            onBroken.run();
            LOG.error("ledger is broken node={} rows={}", name, rows);
            mark(new Mark(now, name, "BROKEN", LedgerStore.worstReason(rows)));
        }
    }

    private LedgerEntry entry(Observed observed, @Nullable LeaseStep step, LeaseStateName state, LeaseConfig settings) {
        YarnAmount held = YarnAmount.ZERO;
        boolean fresh = true;
        int inUse = 0;
        for (NodeManagerView view : observed.seen().managers()) {
            fresh &= view.reportAge().compareTo(settings.times().staleAfter()) <= 0;
            held = view.inUse() ? held.plus(view.capability().max(view.used())) : held;
            inUse += view.inUse() ? 1 : 0;
        }
        boolean decided = state != LeaseStateName.UNKNOWN && state != LeaseStateName.STALE;
        boolean known = fresh && (inUse > 0 || decided);
        YarnAmount minimum = settings.planner().minimum();
        YarnAmount minimumOfAll =
                new YarnAmount(minimum.vcores() * Math.max(inUse, 1), minimum.memoryMb() * Math.max(inUse, 1));
        LeasePlan plan = step == null ? null : step.plan();
        YarnAmount kept = plan == null ? minimumOfAll : plan.minimum();
        YarnAmount wanted = step == null || step.after() == null
                ? YarnAmount.ZERO
                : step.after().reserved();
        BatchAmount reserved = observed.seen().written().reserved();
        return new LedgerEntry(
                observed.node().getMetadata().getName(),
                observed.seen().books().originOrZero(),
                observed.seen().books().pods(),
                observed.seen().books().others(),
                settings.conversion().toBatch(held),
                settings.conversion().toBatch(kept),
                reserved == null ? settings.conversion().toBatch(wanted) : reserved,
                observed.seen().books().published(),
                known,
                new Grace(
                        announced(observed, step, state),
                        isLate(
                                observed.node().getMetadata().getName(),
                                observed.seen().now())));
    }

    private void follow(String node, boolean follows, Instant now) {
        synchronized (byNode) {
            if (follows) {
                followsSince.putIfAbsent(node, now);
            } else {
                followsSince.remove(node);
            }
        }
    }

    /** Whether pods' share has been about to follow the reservation for too long. */
    private boolean isLate(String node, Instant now) {
        synchronized (byNode) {
            Instant since = followsSince.get(node);
            return since != null && since.plus(SLACK).isBefore(now);
        }
    }

    private static boolean announced(Observed observed, @Nullable LeaseStep step, LeaseStateName state) {
        if (step == null || step.after() == null) {
            return state == LeaseStateName.SHRINKING;
        }
        if (step.waitsFor() == WaitReason.DECOMMISSIONING) {
            return true;
        }
        Change change = step.after().change();
        Instant deadline = change.deadline();
        return change.phase().shrinking()
                && deadline != null
                && !observed.seen().now().isAfter(deadline.plus(SLACK));
    }

    void forget(String node) {
        synchronized (byNode) {
            byNode.remove(node);
            followsSince.remove(node);
        }
        synchronized (told) {
            told.remove(node);
        }
        ledger.forget(node);
    }

    /** Enters an event into the timeline. */
    public void mark(Mark mark) {
        timeline.mark(mark);
    }

    /**
     * Problems of a node since its last pass.
     *
     * @param begun were not there, or in other words
     * @param ended are over, and no other one came in their place
     */
    record News(List<String> begun, List<String> ended) {}

    /** What a pass found, against what the one before it did. */
    News news(String node, List<String> problems) {
        Set<String> now = new LinkedHashSet<>(problems);
        Set<String> before;
        synchronized (told) {
            before = now.isEmpty() ? told.remove(node) : told.put(node, now);
        }
        if (before == null) {
            return new News(List.copyOf(now), List.of());
        }
        List<String> begun = now.stream().filter(one -> !before.contains(one)).toList();
        boolean changed = !begun.isEmpty();
        List<String> ended = changed
                ? List.of()
                : before.stream().filter(one -> !now.contains(one)).toList();
        return new News(begun, ended);
    }

    /** All nodes with YARN, by name. */
    public List<NodeLeaseStatus> all() {
        synchronized (byNode) {
            return List.copyOf(byNode.values());
        }
    }

    /** One node. */
    public Optional<NodeLeaseStatus> of(String node) {
        synchronized (byNode) {
            return Optional.ofNullable(byNode.get(node));
        }
    }

    /** What nodes keep so that the largest container stays possible. */
    public KeptSizes kept() {
        return kept;
    }

    /** The ledger. */
    public LedgerStore ledger() {
        return ledger;
    }

    /** The timeline. */
    public Timeline timeline() {
        return timeline;
    }
}
