package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Hysteresis;
import io.koordbridge.policy.lease.LeasePlan;
import java.time.Duration;

/** Liveness of a history in which nothing fails any more: waits end, and the lease becomes what the plan wants. */
final class ModelLiveness {

    private final LeaseModel model;
    private final int mostTicks;
    private WaitReason waiting = WaitReason.NOTHING;
    private Phase phase = Phase.STEADY;
    private YarnAmount goal = YarnAmount.ZERO;
    private long waitingSince;
    private long goodAt;
    private long badAt;
    private long drainedAt;

    ModelLiveness(LeaseModel model, int mostTicks) {
        this.model = model;
        this.mostTicks = mostTicks;
        this.drainedAt = -mostTicks;
    }

    /** For how many ticks nothing was left to do. */
    long goodFor() {
        return model.tick - badAt;
    }

    /** Whether containers that the plan has no place for are waited for, or were so lately that YARN cannot have what it waits for. */
    boolean justDrained() {
        return model.tick - drainedAt < mostTicks;
    }

    /** What took too long; null while all is in time. */
    String broken(LeaseStep step) {
        LeasePlan plan = step.plan();
        if (model.lost() || plan == null) {
            goodAt = model.tick;
            badAt = model.tick;
            waitingSince = model.tick;
            return null;
        }
        boolean drains = drains(step, plan);
        drainedAt = drains ? model.tick : drainedAt;
        boolean planned = asPlanned(step, plan);
        remember(step, drains);
        if (planned || drains) {
            goodAt = model.tick;
        }
        badAt = planned ? badAt : model.tick;
        if (model.tick - waitingSince > mostTicks) {
            return "no end: " + phase + " waits: " + waiting + ", goal " + goal;
        }
        long from = Math.max(Math.max(goodAt, model.podLeftAt()), model.calmSince());
        return model.tick - from > mostTicks ? "the plan wants " + plan.wanted() + ", " + step.waitsFor() : null;
    }

    private void remember(LeaseStep step, boolean drains) {
        LeaseState.Change change = step.after().change();
        boolean same = step.waitsFor() == waiting
                && change.phase() == phase
                && change.goal().equals(goal);
        if (!same || drains || waiting == WaitReason.NOTHING) {
            waitingSince = model.tick;
        }
        waiting = step.waitsFor();
        phase = change.phase();
        goal = change.goal();
    }

    /** Containers may stay until their deadline where the plan has no place for them. */
    private boolean drains(LeaseStep step, LeasePlan plan) {
        return step.after().change().phase().shrinking() && !model.yarn.containers.used.fitsIn(plan.wanted());
    }

    private boolean asPlanned(LeaseStep step, LeasePlan plan) {
        YarnAmount lease = step.after().lease();
        Hysteresis hysteresis = model.settings.hysteresis();
        return step.after().change().phase() == Phase.STEADY
                && model.yarn.capability.equals(lease)
                && hysteresis.grown(lease, plan, Duration.ZERO).equals(lease)
                && hysteresis.shrunk(lease, plan).equals(lease);
    }
}
