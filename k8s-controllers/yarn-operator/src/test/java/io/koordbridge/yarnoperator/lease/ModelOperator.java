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
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** One term of one leader: sees everything late, and what it sent last may leave it after its term. */
final class ModelOperator {

    static final int MOST_TERMS = 64;

    /** What a web server says that contradicts. */
    private static final YarnAmount OTHER = new YarnAmount(64, 128 << 10);

    private final LeaseModel model;
    private final int term;
    private final long since;
    private final List<NodeManagerRef> known = new ArrayList<>();
    private LeaseState state;
    private LeaseStep last;
    private Listed listed;
    private final Map<ModelYarn, Report> before = new IdentityHashMap<>();
    private ModelCluster.Node nodeBefore;
    private BatchAmount frozen;

    /** A NodeManager as it was when its ResourceManager was asked. */
    private record Report(long at, NodeManagerView view) {}

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
            model.cluster.annotate(
                    written(step),
                    state.registers(),
                    state.memory().beliefs().lost(),
                    seen.managers().get(0).ref().port(),
                    Long.parseLong(seen.written().resourceVersion()));
        }
    }

    private BatchAmount written(LeaseStep step) {
        for (LeaseAction action : step.actions()) {
            if (action instanceof SetAnnotation write) {
                return model.settings.conversion().toBatch(write.lease());
            }
        }
        return null;
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
        ModelYarn yarn = model.yarns.stream()
                .filter(one -> one.cluster.equals(update.nodeManager().cluster()))
                .findFirst()
                .orElseThrow();
        yarn.send(
                term,
                update.nodeManager().port(),
                update.capability(),
                timeout.toMillis() / LeaseModel.TICK_MILLIS,
                update.number(),
                model.tick + late);
        if (model.hole == Hole.RAISE_IS_FORGOTTEN) {
            yarn.acknowledged[term] = update.number();
        }
    }

    private NodeObservation observation() {
        ModelCluster cluster = model.cluster;
        ModelCluster.Node fresh = cluster.node();
        ModelCluster.Node node = nodeBefore != null && model.random.nextInt(4) == 0 ? nodeBefore : fresh;
        nodeBefore = fresh;
        Instant now = model.time(model.tick);
        return new NodeObservation(
                now,
                new Authority(model.time(since), mayGrow(now)),
                new NodeBalances(
                        origin(node),
                        cluster.podsOfTheWatch(),
                        cluster.others,
                        node.published(),
                        true,
                        null,
                        false,
                        listed),
                new WrittenLease(
                        node.problem() == null ? node.reserved() : null,
                        node.registers(),
                        node.lost(),
                        node.problem(),
                        String.valueOf(node.version())),
                views(now),
                model.demand(),
                agent(),
                masters(now),
                model.hole == Hole.LOSS_ENDS_BY_TIME ? Instant.MIN.plusSeconds(1) : null,
                model.eviction());
    }

    private Masters masters(Instant now) {
        YarnAmount held = YarnAmount.ZERO;
        for (ModelYarn yarn : model.yarns) {
            held = held.plus(yarn.containers.masters);
        }
        return new Masters(held, now);
    }

    private boolean mayGrow(Instant now) {
        boolean shrinks = state != null && state.change().phase().shrinking();
        boolean never = model.hole == Hole.SHRINK_IS_NEVER_RELAXED && shrinks;
        return !never && (since == 0 || !now.isBefore(model.time(since).plusSeconds(15)));
    }

    private NodeAgent agent() {
        return new NodeAgent(model.cluster.processes, model.time(model.cluster.measuredAfter), true, null);
    }

    private BatchAmount origin(ModelCluster.Node node) {
        Change change = state == null ? null : state.change();
        boolean blind = model.hole == Hole.DRAIN_IS_BLIND
                && change != null
                && change.phase() == Phase.DRAINING
                && !change.urgent()
                && frozen != null;
        if (!blind) {
            frozen = node.origin();
        }
        return frozen;
    }

    private List<NodeManagerView> views(Instant now) {
        List<NodeManagerView> views = new ArrayList<>();
        for (ModelYarn yarn : model.yarns) {
            views.add(view(yarn, now));
        }
        for (NodeManagerRef ref : known) {
            boolean remembered =
                    state == null || state.memory().beliefs().managers().contains(ref);
            if (remembered && views.stream().noneMatch(view -> view.ref().equals(ref))) {
                views.add(new NodeManagerView(
                        ref,
                        ManagerState.DEAD,
                        YarnAmount.ZERO,
                        YarnAmount.ZERO,
                        null,
                        false,
                        false,
                        Duration.ZERO,
                        1,
                        0));
            }
        }
        return views;
    }

    /** What is known of a NodeManager now: the report may be the one before. */
    private NodeManagerView view(ModelYarn yarn, Instant now) {
        Report last = before.get(yarn);
        boolean late = last != null && last.at() > model.tick - ModelCluster.SEEN && model.random.nextInt(3) == 0;
        Report report = late ? last : report(yarn, now);
        before.put(yarn, report);
        NodeManagerView view = report.view();
        return new NodeManagerView(
                view.ref(),
                view.state(),
                view.capability(),
                view.used(),
                view.word(),
                view.down(),
                view.podPresent(),
                Duration.between(model.time(report.at()), now),
                view.epoch(),
                yarn.acknowledged[term]);
    }

    private Report report(ModelYarn yarn, Instant now) {
        long tick = model.tick;
        boolean askable = !model.faults.has(ModelFault.UNASKABLE);
        boolean live = yarn.state == ManagerState.LIVE;
        boolean answers = askable && yarn.answers(tick);
        boolean awaited = !yarn.up(tick) || (model.hole == Hole.SILENCE_IS_AWAITED && !answers);
        boolean believes = model.hole == Hole.FALL_IS_BELIEVED;
        NodeManagerReport word = null;
        if (answers && yarn.up(tick) && live) {
            YarnAmount running = believes ? null : yarn.containers.used;
            YarnAmount capacity = model.faults.has(ModelFault.WEB_CONTRADICTS) ? OTHER : yarn.told;
            word = new NodeManagerReport(capacity, running, yarn.containers.masters, now);
        }
        NodeManagerView view = new NodeManagerView(
                yarn.ref(),
                yarn.state,
                yarn.capability,
                yarn.reportedUse(tick),
                word,
                askable && awaited && live,
                yarn.state != ManagerState.DEAD,
                Duration.ZERO,
                believes ? 1 : yarn.epoch,
                0);
        return new Report(tick, view);
    }
}
