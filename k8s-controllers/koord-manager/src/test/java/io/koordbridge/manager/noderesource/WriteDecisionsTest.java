package io.koordbridge.manager.noderesource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.manager.batchresource.BatchSplit;
import io.koordbridge.manager.batchresource.BatchSplitPlanner;
import io.koordbridge.manager.batchresource.CpuMemory;
import io.koordbridge.manager.batchresource.PodDemand;
import io.koordbridge.manager.batchresource.Strategies;
import io.koordbridge.manager.batchresource.ThirdPartyShare;
import io.koordbridge.manager.noderesource.WriteDecision.Reason;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WriteDecisionsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Instant RECENT = NOW.minusSeconds(10);
    private static final ColocationStrategy STRATEGY = Strategies.of("{\"enable\": true}");
    private static final long GIB = 1L << 30;

    private static BatchSplit split(long milliCpu, ThirdPartyShare share) {
        return BatchSplitPlanner.split(milliCpu, 64 * GIB, 1, share);
    }

    private static BatchPublication shown(String podsCpu, String originCpu) {
        Map<String, Quantity> pods = Map.of(
                "kubernetes.io/batch-cpu", new Quantity(podsCpu), "kubernetes.io/batch-memory", new Quantity("64Gi"));
        Map<String, Quantity> origin = Map.of(
                "kubernetes.io/batch-cpu", new Quantity(originCpu), "kubernetes.io/batch-memory", new Quantity("64Gi"));
        return BatchPublication.shown(pods, pods, origin);
    }

    private static Reason reason(BatchPublication shown, BatchSplit split, List<PodDemand> pods) {
        return WriteDecisions.decide(shown, split, pods, RECENT, STRATEGY, NOW).reason();
    }

    @Test
    void writesNothingThatIsAlreadyThereWhateverItsNotation() {
        assertThat(reason(shown("10k", "10000"), split(10_000, ThirdPartyShare.NONE), List.of()))
                .isEqualTo(Reason.UNCHANGED);
    }

    @Test
    void holdsASmallRiseBackUntilThePeriodHasPassed() {
        BatchPublication shown = shown("10k", "10k");
        BatchSplit more = split(10_900, ThirdPartyShare.NONE);

        WriteDecision early = WriteDecisions.decide(shown, more, List.of(), RECENT, STRATEGY, NOW);
        WriteDecision late = WriteDecisions.decide(shown, more, List.of(), NOW.minusSeconds(301), STRATEGY, NOW);

        assertThat(early.reason()).isEqualTo(Reason.HELD_BACK);
        assertThat(early.askAgainAt()).contains(RECENT.plusSeconds(300).plusMillis(1));
        assertThat(late.reason()).isEqualTo(Reason.PERIOD_PASSED);
    }

    @Test
    void neverHoldsAFallOfTheOriginBack() {
        assertThat(reason(shown("10k", "10k"), split(9_999, ThirdPartyShare.NONE), List.of()))
                .isEqualTo(Reason.ORIGIN_FELL);
    }

    @Test
    void neverHoldsBackWhatAThirdPartyTakes() {
        ThirdPartyShare taken = new ThirdPartyShare(500_000, 0, ThirdPartyShare.Source.ANNOTATION);

        assertThat(reason(shown("10k", "10k"), split(10_000, taken), List.of())).isEqualTo(Reason.THIRD_PARTY_TOOK);
    }

    @Test
    void neverHoldsAFallBackBelowWhatPodsHold() {
        PodDemand holder =
                new PodDemand("ns", "p", true, PriorityClass.BATCH, false, CpuMemory.ZERO, 9_800, 0, List.of());

        assertThat(reason(shown("10k", "9500"), split(9_500, ThirdPartyShare.NONE), List.of(holder)))
                .isEqualTo(Reason.PODS_HOLD_MORE);
        assertThat(reason(shown("10k", "9500"), split(9_500, ThirdPartyShare.NONE), List.of()))
                .isEqualTo(Reason.HELD_BACK);
    }

    @Test
    void writesAResourceThatWentOrAppeared() {
        BatchSplit none = BatchSplitPlanner.split(null, null, 1, ThirdPartyShare.NONE);

        assertThat(reason(shown("10k", "10k"), none, List.of())).isEqualTo(Reason.RESOURCE_APPEARED_OR_WENT);
        assertThat(reason(
                        BatchPublication.shown(Map.of(), Map.of(), Map.of()),
                        split(0, ThirdPartyShare.NONE),
                        List.of()))
                .isEqualTo(Reason.RESOURCE_APPEARED_OR_WENT);
    }

    @Test
    void writesTheFirstDifferenceThatThisProcessSees() {
        WriteDecision decision = WriteDecisions.decide(
                shown("10k", "10k"), split(10_001, ThirdPartyShare.NONE), List.of(), null, STRATEGY, NOW);

        assertThat(decision.reason()).isEqualTo(Reason.FIRST_SYNC);
    }
}
