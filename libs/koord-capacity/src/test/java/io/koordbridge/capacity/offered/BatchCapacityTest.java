package io.koordbridge.capacity.offered;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.BatchSplitPlanner;
import io.koordbridge.capacity.batchresource.CalculatePolicy;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchCapacityTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final ColocationStrategy STRATEGY =
            EffectiveStrategy.of(State.INITIAL.config(), Map.of(), Map.of()).strategy();
    private static final Defect DEFECT = Defect.of(new IllegalStateException("broken"));

    private static BatchCapacity capacity(Reason reason, @Nullable Defect zones, Instant zonesFrom) {
        BatchAllotment batch =
                new BatchAllotment(reason, 0, 0, CalculatePolicy.USAGE, CalculatePolicy.USAGE, false, null, NOW);
        return new BatchCapacity(
                Damped.undamped(batch),
                1,
                BatchSplitPlanner.split(batch, 1, ThirdPartyShare.NONE),
                List.of(),
                zones,
                NOW,
                zonesFrom);
    }

    private static void zones(BatchCapacity capacity, boolean kept, boolean reset) {
        assertThat(capacity.keepsZones(STRATEGY, NOW)).isEqualTo(kept);
        assertThat(capacity.resetsZones(STRATEGY, NOW)).isEqualTo(reset);
    }

    @Test
    void zonesStayWhereNothingCouldBeCalculated() {
        zones(capacity(Reason.STAGE_FAILED, DEFECT, NOW), true, false);
        zones(capacity(Reason.CALCULATED, DEFECT, NOW.minus(STRATEGY.degradeAfter())), true, false);
    }

    @Test
    void zonesOfferNothingWhereTheNodeDoesOrWhatTheyShowIsTooOld() {
        zones(capacity(Reason.NODE_METRIC_STALE, null, NOW), false, true);
        zones(
                capacity(
                        Reason.CALCULATED,
                        DEFECT,
                        NOW.minus(STRATEGY.degradeAfter()).minusMillis(1)),
                false,
                true);
    }

    @Test
    void zonesFollowACalculation() {
        zones(capacity(Reason.CALCULATED, null, NOW), false, false);
    }
}
