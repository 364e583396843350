package io.koordbridge.capacity.stages;

import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.ReportCheck;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;

/** How long capacity stays that cannot be calculated again. */
@PureCore
final class KeptCapacity {

    private KeptCapacity() {}

    /**
     * In place of a calculation that threw, what is published stays, but never longer than a node without protection may offer it,
     * and than the reports are good for: the last one, and the one that it was calculated from.
     */
    static Reason because(StageFacts facts, Instant calculatedFrom) {
        if (facts.inputs().protection().offersNothing()) {
            return Reason.UNPROTECTED;
        }
        ColocationStrategy strategy = facts.inputs().strategy().strategy();
        Instant now = facts.inputs().now();
        return ReportCheck.degraded(facts.usage(), strategy, now)
                .orElse(
                        ReportCheck.tooOld(calculatedFrom, strategy, now)
                                ? Reason.CALCULATION_STALE
                                : Reason.STAGE_FAILED);
    }

    /** When what was calculated from a report of a time is too old. */
    static Instant until(Instant reported, StageFacts facts) {
        return reported.plus(facts.inputs().strategy().strategy().degradeAfter())
                .plusMillis(1);
    }
}
