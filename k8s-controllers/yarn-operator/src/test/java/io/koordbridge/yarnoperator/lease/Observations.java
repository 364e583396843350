package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.NodeBalances;
import io.koordbridge.policy.lease.NodeBalances.Listed;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import io.koordbridge.yarnoperator.lease.NodeObservation.Authority;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A node at rest with one NodeManager, to be changed in one respect. */
final class Observations {

    static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    static final NodeManagerRef NODE_MANAGER = new NodeManagerRef("", "nm-0", 8041);
    static final YarnConversion UNITS = YarnConversion.DEFAULT;

    Instant now = NOW;
    Instant leaderSince = NOW.minusSeconds(3600);
    boolean mayGrow = true;
    BatchAmount origin = new BatchAmount(20_000, 40L << 30);
    BatchAmount pods = BatchAmount.ZERO;
    BatchAmount others = BatchAmount.ZERO;
    BatchAmount published;
    boolean live = true;
    boolean originUnreadable;
    Integer share;
    YarnAmount written;
    String writtenProblem;
    ManagerState state = ManagerState.LIVE;
    YarnAmount capability = new YarnAmount(10, 20_480);
    YarnAmount used = YarnAmount.ZERO;
    YarnAmount told;
    YarnAmount running;
    boolean down;
    long epoch = 1;
    Long acknowledged;
    long sent;
    YarnAmount registers;
    YarnAmount lost;
    YarnAmount masters = YarnAmount.ZERO;
    Instant mastersAskedAt;
    boolean placed = true;
    Boolean strangers;
    Long usedMb;
    Instant notReadySince;
    Eviction eviction;
    Instant measuredAfter = Instant.MAX;
    Listed listed;
    boolean podPresent = true;
    Duration reportAge = Duration.ofMillis(500);
    Demand demand = new Demand(true, 0, 0, false);
    YarnProcesses processes = YarnProcesses.UNKNOWN;
    final List<NodeManagerView> further = new ArrayList<>();

    static Observations steady(YarnAmount lease) {
        Observations one = new Observations();
        one.written = lease;
        one.capability = lease;
        one.told = lease;
        return one;
    }

    static BatchAmount batch(YarnAmount amount) {
        return UNITS.toBatch(amount);
    }

    NodeBalances books() {
        BatchAmount reserved = written == null ? BatchAmount.ZERO : batch(written);
        BatchAmount whole = origin == null ? BatchAmount.ZERO : origin;
        BatchAmount offered =
                published == null ? whole.minus(others).minus(reserved).positive() : published;
        return new NodeBalances(origin, pods, others, offered, live, share, originUnreadable, listed);
    }

    /** Acknowledges what was sent unless told otherwise. */
    private long acknowledged() {
        return acknowledged == null ? sent : acknowledged;
    }

    NodeObservation build() {
        List<NodeManagerView> managers = new ArrayList<>(further);
        NodeManagerReport word =
                told == null ? null : new NodeManagerReport(told, running == null ? used : running, masters, now);
        managers.add(new NodeManagerView(
                NODE_MANAGER, state, capability, used, word, down, podPresent, reportAge, epoch, acknowledged()));
        return new NodeObservation(
                now,
                new Authority(leaderSince, mayGrow),
                books(),
                new WrittenLease(written == null ? null : batch(written), registers, lost, writtenProblem, "7"),
                managers,
                demand,
                new NodeAgent(processes, measuredAfter, placed, strangers, usedMb),
                masters == null ? Masters.UNKNOWN : new Masters(masters, mastersAskedAt == null ? now : mastersAskedAt),
                notReadySince,
                eviction);
    }
}
