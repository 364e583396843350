package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.lease.LeasePlan;

/**
 * Safety of a history: {@code C <= L} and {@code P + C + X <= O} at every tick, and no container holds what is not reserved for it.
 *
 * <p>What breaks them from outside is not the protocol's doing: the node falls, somebody else writes, a NodeManager registers with the minimum
 * whatever pods have left. Then the sums may be as large as that made them, {@code P + L + X} at most, and from then on only fall, until
 * they fit again: that is when the shrink is through.
 */
final class ModelSafety {

    /** Time for memory to be given back: the short deadline, and what it takes to see and to say it. */
    private static final long MEMORY_TICKS = 90;

    /** For so long pods are bound on what their scheduler saw before. */
    private static final int STALE_TICKS = ModelCluster.STALE + 1;

    /** By then the leader has looked again. */
    private static final int UNSEEN_TICKS = 40;

    private final LeaseModel model;
    private final YarnConversion units;
    private BatchAmount givenOut = BatchAmount.ZERO;
    private BatchAmount beyondLease = BatchAmount.ZERO;
    private long disturbedAt = -100;

    ModelSafety(LeaseModel model) {
        this.model = model;
        this.units = model.settings.conversion();
    }

    /** Something from outside changed what fits. */
    void disturbed(long tick) {
        disturbedAt = tick;
    }

    /** What broke at this tick, null when all held. */
    String broken() {
        BatchAmount others = model.cluster.pods.plus(model.cluster.others);
        BatchAmount reach = BatchAmount.ZERO;
        BatchAmount held = BatchAmount.ZERO;
        YarnAmount capability = YarnAmount.ZERO;
        YarnAmount used = YarnAmount.ZERO;
        for (ModelYarn yarn : model.yarns) {
            reach = reach.plus(units.toBatch(yarn.reach()));
            held = held.plus(units.toBatch(yarn.held()));
            capability = capability.plus(yarn.state.inUse() ? yarn.capability : YarnAmount.ZERO);
            used = used.plus(yarn.containers.used).plus(yarn.containers.orphaned);
        }
        BatchAmount mayBe = others.plus(reach.max(model.cluster.reserved()));
        BatchAmount is = others.plus(held);
        boolean disturbed = model.tick - disturbedAt <= STALE_TICKS;
        givenOut = disturbed ? mayBe.max(givenOut) : least(givenOut, mayBe);
        beyondLease = disturbed ? reach.max(beyondLease) : least(beyondLease, reach);
        String broken = broken(is, units.toBatch(capability), units.toBatch(used));
        givenOut = beyond(givenOut, mayBe, model.cluster.origin());
        beyondLease = beyond(beyondLease, reach, model.cluster.reserved());
        return broken != null ? broken : ended();
    }

    private String broken(BatchAmount is, BatchAmount capability, BatchAmount used) {
        BatchAmount origin = model.cluster.origin();
        if (!is.fitsIn(origin.max(givenOut))) {
            return "given out twice, " + is + " of " + origin + " or " + givenOut;
        }
        BatchAmount lease = model.cluster.reserved();
        if (!capability.fitsIn(lease.max(beyondLease))) {
            return "C above L, " + capability + " of " + lease + " or " + beyondLease;
        }
        return used.fitsIn(lease.max(beyondLease)) ? null : "used but not reserved, " + used + " of " + lease;
    }

    private static BatchAmount least(BatchAmount one, BatchAmount other) {
        return new BatchAmount(Math.min(one.milliCpu(), other.milliCpu()), Math.min(one.bytes(), other.bytes()));
    }

    /** Of each dimension nothing once it fits. */
    private static BatchAmount beyond(BatchAmount cover, BatchAmount mayBe, BatchAmount limit) {
        return new BatchAmount(
                mayBe.milliCpu() <= limit.milliCpu() ? 0 : cover.milliCpu(),
                mayBe.bytes() <= limit.bytes() ? 0 : cover.bytes());
    }

    /** What ended, or did not, though it should not have, or should. */
    private String ended() {
        ModelContainers containers = model.yarn.containers;
        if (containers.cpuKills > 0) {
            return "a container was killed for CPU alone";
        }
        if (containers.masterKills > 0) {
            return "a master was killed though there was room";
        }
        LeasePlan plan = model.plan();
        boolean closed = plan != null && plan.reason().startsWith("the node offers no batch capacity");
        if (closed && model.tick - model.cluster.absentAt > UNSEEN_TICKS) {
            return "an origin that cannot be read counts as none";
        }
        long others = model.cluster.pods.bytes() + model.cluster.others.bytes();
        long origin = model.cluster.origin().bytes();
        long floor = units.toBatch(LeaseModel.FLOOR).bytes();
        long since = Math.max(Math.max(disturbedAt, model.yarn.impededAt), model.leaderSince());
        boolean due = model.tick - since > MEMORY_TICKS && others + floor <= origin;
        boolean held = others + units.toBatch(containers.used).bytes() > origin;
        return held && due && containers.used.memoryMb() > LeaseModel.FLOOR.memoryMb()
                ? "memory is not given back"
                : null;
    }
}
