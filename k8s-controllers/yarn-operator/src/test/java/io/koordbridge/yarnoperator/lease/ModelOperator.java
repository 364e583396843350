package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.NodeBalances;
import io.koordbridge.policy.lease.NodeBalances.Listed;
import io.koordbridge.yarnoperator.lease.LeaseAction.AskMasters;
import io.koordbridge.yarnoperator.lease.LeaseAction.ReadPods;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import io.koordbridge.yarnoperator.lease.NodeObservation.Authority;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

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
    private Runnable write;
    private Listed listed;
    private final IdentityHashMap<ModelYarn, Report> before = new IdentityHashMap<>();
    private ModelCluster.Node nodeBefore;
    private BatchAmount frozen;
    /** What was last said of masters. */
    private Masters heard;

    /** Whether it has read what the node offers. */
    private boolean read;

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
            } else if (action instanceof AskMasters) {
                heard = null;
            } else if (action instanceof ReadPods) {
                listed = new Listed(model.cluster.pods, model.time(model.tick));
            }
        }
        if (leads && state != null) {
            last(seen).run();
        }
        write = state == null ? null : last(seen);
    }

    /** The write of the annotation that it decided last. */
    private Runnable last(NodeObservation seen) {
        BatchAmount lease = written(last);
        YarnAmount registers = state.registers();
        YarnAmount lost = state.memory().beliefs().lost();
        int port = seen.managers().get(0).ref().port();
        long version = Long.parseLong(seen.written().resourceVersion());
        return () -> model.cluster.annotate(lease, registers, lost, port, version);
    }

    /** What it wrote last takes effect late, after another one leads. */
    void writeLate() {
        if (write != null) {
            write.run();
        }
    }

    private BatchAmount written(LeaseStep step) {
        if (model.hole == Hole.DECOMMISSION_IS_FINAL && model.yarn.state == ManagerState.DECOMMISSIONING) {
            return model.settings.conversion().toBatch(model.yarn.containers.used);
        }
        for (LeaseAction action : step.actions()) {
            if (action instanceof SetAnnotation write) {
                BatchAmount whole = model.settings.conversion().toBatch(write.lease());
                boolean down = model.hole == Hole.RATIO_ROUNDS_DOWN;
                return down ? whole.minus(new BatchAmount(1, 0)) : whole;
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
        yarn.send(term, update, timeout.toMillis() / LeaseModel.TICK_MILLIS, model.tick, late);
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
        read |= !cluster.unreadable;
        return new NodeObservation(
                now,
                new Authority(model.time(since), mayGrow(now)),
                new NodeBalances(
                        read ? origin(node) : null,
                        cluster.podsOfTheWatch(),
                        cluster.others,
                        node.published(),
                        true,
                        null,
                        !read && model.hole != Hole.UNREADABLE_IS_NOTHING,
                        listed),
                reserved(node),
                views(now),
                model.demand(),
                agent(),
                masters(now),
                model.hole == Hole.LOSS_ENDS_BY_TIME ? Instant.MIN.plusSeconds(1) : null,
                model.eviction());
    }

    private WrittenLease reserved(ModelCluster.Node node) {
        BatchAmount reserved = node.problem() == null ? node.reserved() : null;
        String problem = node.problem();
        boolean blind = model.hole == Hole.EDITS_ARE_UNSEEN || model.hole == Hole.NEW_NODE_IS_UNSEEN;
        if (blind && state != null) {
            reserved = model.settings.conversion().toBatch(state.reserved());
            problem = null;
        }
        return new WrittenLease(reserved, node.registers(), node.lost(), problem, String.valueOf(node.version()));
    }

    private Masters masters(Instant now) {
        boolean late = model.faults.has(ModelFault.MASTERS_LATE) && heard != null && model.random.nextInt(30) > 0;
        if (!late) {
            YarnAmount held = YarnAmount.ZERO;
            for (ModelYarn yarn : model.yarns) {
                held = held.plus(yarn.containers.masters);
            }
            heard = new Masters(model.hole == Hole.MASTERS_ARE_UNSEEN ? YarnAmount.ZERO : held, now);
        }
        return heard;
    }

    private boolean mayGrow(Instant now) {
        boolean shrinks = state != null && state.change().phase().shrinking();
        boolean never = model.hole == Hole.SHRINK_IS_NEVER_RELAXED && shrinks;
        return !never && (since == 0 || !now.isBefore(model.time(since).plusSeconds(15)));
    }

    private NodeAgent agent() {
        boolean wrong = model.faults.has(ModelFault.WRONG_AGENT) || model.faults.has(ModelFault.OLD_PLUGIN);
        boolean placed = !wrong || model.hole == Hole.PLACEMENT_IS_BELIEVED;
        boolean blind = model.hole == Hole.STRANGERS_ARE_UNSEEN;
        YarnProcesses processes = blind ? YarnProcesses.ABSENT : model.cluster.processes;
        Boolean strangers = blind ? Boolean.FALSE : model.cluster.strangers;
        return new NodeAgent(processes, model.time(model.cluster.measuredAfter), placed, strangers);
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
            if (yarn == model.yarn || model.hole != Hole.SECOND_IS_UNSEEN) {
                views.add(view(yarn, now));
            }
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
                capability(yarn),
                yarn.reportedUse(tick),
                word,
                askable && awaited && live,
                yarn.state != ManagerState.DEAD,
                Duration.ZERO,
                believes ? 1 : yarn.epoch,
                0);
        return new Report(tick, view);
    }

    private YarnAmount capability(ModelYarn yarn) {
        boolean blind = model.hole == Hole.OTHER_WRITER_IS_UNSEEN && state != null;
        return blind ? yarn.capability.min(state.lease()) : yarn.capability;
    }
}
