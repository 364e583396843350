package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.YarnAmount;
import java.time.Duration;

/** Liveness of a history in which nothing fails any more: waits end, and the lease becomes what the plan wants. */
final class ModelLiveness {

    private final int mostTicks;
    private String waiting = "";
    private long waitingSince;
    private long goodAt;

    ModelLiveness(int mostTicks) {
        this.mostTicks = mostTicks;
    }

    /** What took too long; null while all is in time. */
    String broken(LeaseStep step, LeaseModel model) {
        LeasePlan plan = step.plan();
        if (model.lost() || plan == null) {
            goodAt = model.tick;
            waiting = "";
            return null;
        }
        String now = step.waitsFor() == WaitReason.NOTHING || drains(step, plan, model)
                ? ""
                : step.after().change().phase() + " waits: " + step.waitsFor() + ", goal "
                        + step.after().change().goal();
        if (!now.equals(waiting)) {
            waiting = now;
            waitingSince = model.tick;
        }
        if (asPlanned(step, plan, model) || drains(step, plan, model)) {
            goodAt = model.tick;
        }
        if (!waiting.isEmpty() && model.tick - waitingSince > mostTicks) {
            return "no end: " + waiting;
        }
        long from = Math.max(Math.max(goodAt, model.podLeftAt()), model.calmSince());
        return model.tick - from > mostTicks ? "the plan wants " + plan.wanted() + ", " + step.waitsFor() : null;
    }

    /** Containers may stay until their deadline where the plan has no place for them. */
    private static boolean drains(LeaseStep step, LeasePlan plan, LeaseModel model) {
        return step.after().change().phase().shrinking() && !model.yarn.used.fitsIn(plan.wanted());
    }

    private static boolean asPlanned(LeaseStep step, LeasePlan plan, LeaseModel model) {
        YarnAmount lease = step.after().lease();
        Hysteresis hysteresis = model.settings.hysteresis();
        return step.after().change().phase() == Phase.STEADY
                && model.yarn.capability.equals(lease)
                && hysteresis.grown(lease, plan, Duration.ZERO).equals(lease)
                && hysteresis.shrunk(lease, plan).equals(lease);
    }
}
