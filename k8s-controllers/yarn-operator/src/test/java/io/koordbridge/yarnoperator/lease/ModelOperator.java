package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseAction.ReadPods;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.NodeBalances.Listed;
import io.koordbridge.yarnoperator.lease.NodeObservation.Authority;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One term of one leader: sees everything late, and what it sent last may leave it after its term. */
final class ModelOperator {

    static final int MOST_TERMS = 64;

    private final LeaseModel model;
    private final int term;
    private final long since;
    private final List<NodeManagerRef> known = new ArrayList<>();
    private LeaseState state;
    private LeaseStep last;
    private Listed listed;
    private Report before;

    /** What the ResourceManager said when it was asked. */
    record Report(
            long at,
            YarnAmount capability,
            YarnAmount used,
            ManagerState state,
            int port,
            long epoch,
            NodeManagerReport word,
            boolean down) {}

    ModelOperator(LeaseModel model, int term, long since) {
        this.model = model;
        this.term = term;
        this.since = since;
        known.add(new NodeManagerRef("", "h", model.cluster.namedPort));
    }

    LeaseState state() {
        return state;
    }

    /** Its last decision. */
    LeaseStep last() {
        return last;
    }

    /** One pass; a former leader may still send updates, but its annotations are refused. */
    void act(boolean leads) {
        NodeObservation seen = observation();
        LeaseStep step = LeaseProtocol.step(state, seen, model.settings);
        state = step.after();
        last = step;
        remember(seen);
        for (LeaseAction action : step.actions()) {
            if (action instanceof UpdateNodeResource update) {
                send(update);
            } else if (action instanceof ReadPods) {
                listed = new Listed(model.cluster.pods, model.time(model.tick));
            }
        }
        if (leads && state != null) {
            BatchAmount lease = step.actions().stream()
                    .filter(SetAnnotation.class::isInstance)
                    .map(write -> model.settings.conversion().toBatch(((SetAnnotation) write).lease()))
                    .findFirst()
                    .orElse(model.cluster.annotation);
            model.cluster.annotate(
                    lease,
                    state.registers(),
                    state.memory().beliefs().lost(),
                    before.port(),
                    Long.parseLong(seen.written().resourceVersion()));
        }
    }

    private void remember(NodeObservation seen) {
        known.clear();
        seen.managers().forEach(view -> known.add(view.ref()));
    }

    private void send(UpdateNodeResource update) {
        Duration timeout =
                model.hole == Hole.CPU_IS_HURRIED && update.overcommitTimeout().toMinutes() == 10
                        ? model.settings.times().pressureTimeout()
                        : update.overcommitTimeout();
        long late = model.random.nextInt(5) == 0 ? model.random.nextInt(10) : 0;
        model.yarn.send(
                term,
                update.nodeManager().port(),
                update.capability(),
                timeout.toMillis() / LeaseModel.TICK_MILLIS,
                update.number(),
                model.tick + late);
        if (model.hole == Hole.RAISE_IS_FORGOTTEN) {
            model.yarn.acknowledged[term] = update.number();
        }
    }

    private NodeObservation observation() {
        ModelCluster cluster = model.cluster;
        Report fresh = model.report();
        Report report = before != null && model.random.nextInt(3) == 0 ? before : fresh;
        before = report;
        Instant now = model.time(model.tick);
        BatchAmount origin = origin();
        return new NodeObservation(
                now,
                new Authority(model.time(since), mayGrow(now)),
                new NodeBalances(
                        origin, cluster.podsOfTheWatch(), cluster.others, cluster.published, true, null, false, listed),
                new WrittenLease(
                        cluster.annotation, cluster.registers, cluster.lost, null, String.valueOf(cluster.version)),
                views(report, now),
                model.demand(),
                agent(),
                new Masters(YarnAmount.ZERO, now),
                model.hole == Hole.LOSS_ENDS_BY_TIME ? Instant.MIN.plusSeconds(1) : null,
                model.eviction());
    }

    private boolean mayGrow(Instant now) {
        boolean shrinks = state != null && state.change().phase().shrinking();
        boolean never = model.hole == Hole.SHRINK_IS_NEVER_RELAXED && shrinks;
        return !never && (since == 0 || !now.isBefore(model.time(since).plusSeconds(15)));
    }

    private NodeAgent agent() {
        return new NodeAgent(model.cluster.processes, model.time(model.cluster.measuredAfter), true, null);
    }

    private BatchAmount origin() {
        Change change = state == null ? null : state.change();
        boolean blind = model.hole == Hole.DRAIN_IS_BLIND
                && change != null
                && change.phase() == Phase.DRAINING
                && !change.urgent()
                && frozen != null;
        if (!blind) {
            frozen = model.cluster.origin;
        }
        return frozen;
    }

    private BatchAmount frozen;

    private List<NodeManagerView> views(Report report, Instant now) {
        List<NodeManagerView> views = new ArrayList<>();
        NodeManagerRef present = new NodeManagerRef("", "h", report.port());
        Duration age = Duration.between(model.time(report.at()), now);
        boolean believes = model.hole == Hole.FALL_IS_BELIEVED;
        NodeManagerReport word = report.word();
        if (believes) {
            YarnAmount capacity = word == null ? null : word.capacity();
            word = capacity == null ? null : new NodeManagerReport(capacity, report.used(), null, word.askedAt());
        }
        views.add(new NodeManagerView(
                present,
                report.state(),
                report.capability(),
                report.used(),
                word,
                report.down(),
                report.state() != ManagerState.DEAD,
                age,
                believes ? 1 : report.epoch(),
                model.yarn.acknowledged[term]));
        for (NodeManagerRef ref : known) {
            boolean remembered =
                    state == null || state.memory().beliefs().managers().contains(ref);
            if (!ref.equals(present) && remembered) {
                views.add(new NodeManagerView(
                        ref, ManagerState.DEAD, YarnAmount.ZERO, YarnAmount.ZERO, null, false, false, age, 1, 0));
            }
        }
        return views;
    }
}
