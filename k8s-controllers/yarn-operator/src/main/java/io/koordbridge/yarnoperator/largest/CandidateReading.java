package io.koordbridge.yarnoperator.largest;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.lease.NodeBalances;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.drain.Drain;
import io.koordbridge.yarnoperator.drain.DrainState;
import io.koordbridge.yarnoperator.lease.LeaseState.Memory;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.RefillCap;
import io.koordbridge.yarnoperator.node.NodeAsked;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A node as a candidate of the cluster that its NodeManager belongs to.
 *
 * @param cluster id, empty for the default one
 */
@PureCore
record CandidateReading(String cluster, Candidate candidate) {

    /**
     * Reads the last decision about a node; empty where it has no NodeManager in use, or was decided by another replica.
     *
     * @param protects whether the node agent has not said that it does not
     * @param staleAfter age from which a report no longer counts
     */
    static Optional<CandidateReading> of(
            NodeLeaseStatus one, boolean protects, YarnConversion conversion, Duration staleAfter, Instant now) {
        List<NodeManagerView> inUse =
                one.seen().managers().stream().filter(NodeManagerView::inUse).toList();
        if (inUse.isEmpty() || one.step() == null) {
            return Optional.empty();
        }
        NodeManagerView first = inUse.get(0);
        Memory memory = one.step().after() == null ? null : one.step().after().memory();
        Duration age = first.reportAge().plus(Duration.between(one.seen().now(), now));
        boolean usable = protects
                && inUse.size() == 1
                && running(one.seen().managers())
                && age.compareTo(staleAfter) <= 0
                && offers(one.seen().books())
                && one.seen().notReadySince() == null
                && mayChange(one.managers().asked());
        return Optional.of(new CandidateReading(
                first.ref().cluster(),
                new Candidate(
                        one.node(),
                        room(one.seen().books(), memory, conversion),
                        first.used(),
                        one.lease(),
                        first.capability(),
                        usable)));
    }

    /** A NodeManager without a pod that is gone is no hindrance: what it holds is not room. */
    private static boolean running(List<NodeManagerView> managers) {
        return managers.stream()
                .filter(view -> view.inUse() || view.podPresent())
                .allMatch(view -> view.state() == ManagerState.LIVE);
    }

    /** A node that is drained loses the size, and one that is frozen does not get it. */
    private static boolean mayChange(NodeAsked asked) {
        Drain drain = asked.drain();
        return asked.frozen() == null && (drain == null || drain.state() == DrainState.FAILED);
    }

    private static boolean offers(NodeBalances books) {
        return !books.closed() && !books.originUnreadable();
    }

    /** As the lease planner has it, less what lost NodeManagers hold, and after an eviction no more than was left. */
    private static YarnAmount room(NodeBalances books, @Nullable Memory memory, YarnConversion conversion) {
        if (memory == null) {
            return YarnAmount.ZERO;
        }
        YarnAmount room = conversion.toYarn(
                books.room().minus(conversion.toBatch(memory.beliefs().lost())).positive());
        RefillCap cap = memory.cap();
        return cap == null ? room : room.min(cap.most());
    }
}
