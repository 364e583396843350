package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.Hysteresis;
import io.koordbridge.policy.lease.PlannerConfig;
import io.koordbridge.policy.lease.SharePolicy;
import io.koordbridge.yarnoperator.lease.LeaseAction.AskMasters;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A node with application masters, and a ResourceManager that takes updates in order and late, and at the deadline ends what does not fit: tasks
 * before masters, newest first. Five passes a second.
 */
final class MastersSimulation extends ProtocolDriver {

    static final long TICK = 200;

    /** What can be put back to see that histories notice. */
    enum Fault {
        NONE,
        /** What was heard last counts as said now. */
        STALE_IS_BELIEVED,
        /** A shrink never raises. */
        NEVER_RAISED,
        /** Masters that do not fit keep nothing. */
        ROOM_IS_A_CLIFF,
        /** It is not asked again once the smaller capability is there. */
        NOT_ASKED_AGAIN
    }

    record Container(boolean master, YarnAmount size) {}

    private record Call(UpdateNodeResource update, long at) {}

    private record Answer(YarnAmount held, Instant askedAt, List<Container> heard, long at) {}

    final List<Container> containers = new ArrayList<>();
    /** Masters that were ended although there was room for them. */
    final List<String> lost = new ArrayList<>();
    /** What must never be. */
    final List<String> broken = new ArrayList<>();

    int ended;
    int questions;
    int announced;
    /** Milliseconds that answers take, negative for none. */
    long answersIn = TICK;
    /** Milliseconds that an update takes. */
    long updatesIn = TICK;

    private final Fault fault;
    private final Instant begin;
    private final Deque<Call> calls = new ArrayDeque<>();
    private final Deque<Answer> answers = new ArrayDeque<>();
    private List<Container> heard = List.of();
    private YarnAmount capability = HALF;
    private long millis;
    private long endsAt = Long.MAX_VALUE;
    private long reportedAt;
    private long roomSince;

    MastersSimulation(Fault fault, SharePolicy policy, Duration drain) {
        this.fault = fault;
        this.begin = node.now;
        PlannerConfig planner = new PlannerConfig(
                policy, 500, 500, 1000, new YarnAmount(1, 1_024), YarnAmount.ZERO, 512, BatchAmount.ZERO);
        ProtocolTimes usual = ProtocolTimes.DEFAULT;
        ProtocolTimes times = new ProtocolTimes(
                usual.settle(),
                usual.reserveTimeout(),
                usual.growInterval(),
                drain,
                usual.pressureTimeout(),
                usual.resendAfter(),
                usual.uncertainty(),
                usual.heartbeats(),
                usual.staleAfter(),
                usual.releaseAfter());
        settings = new LeaseConfig(planner, Hysteresis.DEFAULT, times, YarnConversion.DEFAULT);
        node.demand = new Demand(true, 0, 0, false);
        node.masters = null;
        node.acknowledged = 0L;
        report();
    }

    YarnAmount capability() {
        return capability;
    }

    long millis() {
        return millis;
    }

    static YarnAmount sum(List<Container> some) {
        return some.stream().map(Container::size).reduce(YarnAmount.ZERO, YarnAmount::plus);
    }

    List<Container> masters() {
        return containers.stream().filter(Container::master).toList();
    }

    boolean starts(boolean master, long vcores, long memoryMb) {
        Container one = new Container(master, new YarnAmount(vcores, memoryMb));
        boolean fits = sum(containers).plus(one.size()).fitsIn(capability);
        if (fits) {
            containers.add(one);
        }
        return fits;
    }

    /** Masters as they are now are heard of, as without a question. */
    void hear() {
        heard = masters();
        node.masters = sum(heard);
        node.mastersAskedAt = node.now;
    }

    void run(long upTo) {
        while (millis < upTo) {
            tick();
        }
    }

    /** A fifth of a second. */
    void tick() {
        millis += TICK;
        node.now = begin.plusMillis(millis);
        boolean changes = state != null && state.change().phase() != Phase.STEADY;
        if (millis - reportedAt >= (changes ? 1_000 : 5_000)) {
            report();
        }
        take();
        listen();
        room();
        endWhatDoesNotFit();
        node.reportAge = Duration.ofMillis(millis - reportedAt);
        pass();
    }

    private void report() {
        reportedAt = millis;
        node.capability = capability;
        node.used = sum(containers);
        boolean says = answersIn >= 0;
        node.told = says ? capability : null;
        node.running = says ? node.used : null;
    }

    private void take() {
        while (!calls.isEmpty() && calls.peekFirst().at() <= millis) {
            UpdateNodeResource update = calls.removeFirst().update();
            node.acknowledged = update.number();
            if (!update.capability().equals(capability)) {
                capability = update.capability();
                endsAt = millis + update.overcommitTimeout().toMillis();
            }
        }
        if (!capability.fitsIn(node.written)) {
            broken.add(capability + " above the lease " + node.written + " at " + millis);
        }
    }

    private void listen() {
        while (!answers.isEmpty() && answers.peekFirst().at() <= millis) {
            Answer answer = answers.removeFirst();
            node.masters = answer.held();
            node.mastersAskedAt = answer.askedAt();
            heard = answer.heard();
        }
    }

    /** What pods and others leave; all where the node offers nothing at all, for then YARN drains. */
    private long roomMb() {
        return node.origin == null
                ? Long.MAX_VALUE
                : YarnConversion.DEFAULT.toYarn(node.books().room()).memoryMb();
    }

    private void room() {
        if (roomMb() < sum(masters()).memoryMb()) {
            roomSince = millis + TICK;
        }
    }

    private void endWhatDoesNotFit() {
        while (millis >= endsAt && !sum(containers).fitsIn(capability)) {
            Container victim = victim();
            if (victim.master()) {
                boolean spared = answersIn >= 0 || unheard().fitsIn(settings.spare());
                boolean room = millis - roomSince > 5_000;
                ended++;
                if (spared && room) {
                    lost.add(victim.size() + " at " + millis + " with " + capability + ", masters " + sum(masters())
                            + ", heard " + node.masters);
                }
            }
            containers.remove(victim);
        }
    }

    private YarnAmount unheard() {
        List<Container> some = new ArrayList<>(masters());
        some.removeAll(heard);
        return sum(some);
    }

    private Container victim() {
        for (boolean master : new boolean[] {false, true}) {
            for (int i = containers.size() - 1; i >= 0; i--) {
                if (containers.get(i).master() == master) {
                    return containers.get(i);
                }
            }
        }
        throw new IllegalStateException("nothing left at " + millis);
    }

    private void pass() {
        YarnAmount said = node.masters;
        Instant when = node.mastersAskedAt;
        if (fault == Fault.STALE_IS_BELIEVED) {
            node.mastersAskedAt = node.now;
        }
        if (fault == Fault.ROOM_IS_A_CLIFF && said != null && roomMb() < said.memoryMb()) {
            node.masters = new YarnAmount(said.vcores(), 0);
        }
        next();
        node.masters = said;
        node.mastersAskedAt = when;
        announced += notices().contains(LeaseAction.Notice.MASTERS_UNKNOWN) ? 1 : 0;
        updates().forEach(this::sends);
        if (step.actions().stream().anyMatch(AskMasters.class::isInstance)) {
            asks();
        }
    }

    private void sends(UpdateNodeResource update) {
        boolean raises = !update.capability().fitsIn(node.capability);
        if (fault == Fault.NEVER_RAISED && raises && state.change().phase().shrinking()) {
            return;
        }
        calls.addLast(new Call(update, millis + updatesIn));
    }

    private void asks() {
        questions++;
        boolean again = state.change().sentAt() != null;
        if (answersIn >= 0 && !(again && fault == Fault.NOT_ASKED_AGAIN)) {
            answers.addLast(new Answer(sum(masters()), node.now, masters(), millis + answersIn));
        }
    }
}
