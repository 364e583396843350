package io.koordbridge.capacity.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchSplitPlanner;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.DemandFixtures;
import io.koordbridge.capacity.batchresource.HeldResources;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.Strategies;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.offered.BatchPublication;
import io.koordbridge.capacity.plan.WriteDecision.Reason;
import io.koordbridge.capacity.stages.ResourceStages;
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

    private static PublishedNode shown(String podsCpu, String originCpu) {
        Map<String, Quantity> pods = Map.of(
                "kubernetes.io/batch-cpu", new Quantity(podsCpu), "kubernetes.io/batch-memory", new Quantity("64Gi"));
        Map<String, Quantity> origin = Map.of(
                "kubernetes.io/batch-cpu", new Quantity(originCpu), "kubernetes.io/batch-memory", new Quantity("64Gi"));
        return published(pods, origin);
    }

    private static PublishedNode published(Map<String, Quantity> pods, Map<String, Quantity> origin) {
        return new PublishedNode(true, pods, pods, origin, Map.of(), Map.of());
    }

    private static WriteDecision decide(
            PublishedNode shown, BatchSplit split, Map<String, Long> held, Instant last, MetadataDecision metadata) {
        PublishedNode wanted = shown.with(
                List.of(new StageOutcome<>(
                        ResourceStages.ALL.get(3), null, BatchPublication.resources(split), Outlook.NONE, null, null)),
                BatchPublication.origin(split));
        boolean taken = split.thirdParty().microCpu() > 0;
        WriteCircumstances when =
                new WriteCircumstances(last, NOW, STRATEGY, held, taken, Owned.of(ResourceStages.ALL));
        return WriteDecisions.decide(shown, wanted, metadata, when);
    }

    private static Reason reason(PublishedNode shown, BatchSplit split, Map<String, Long> held) {
        return decide(shown, split, held, RECENT, MetadataDecision.UNCHANGED).reason();
    }

    @Test
    void writesNothingThatIsAlreadyThereWhateverItsNotation() {
        assertThat(reason(shown("10k", "10000"), split(10_000, ThirdPartyShare.NONE), Map.of()))
                .isEqualTo(Reason.UNCHANGED);
    }

    @Test
    void holdsASmallRiseBackUntilThePeriodHasPassed() {
        PublishedNode shown = shown("10k", "10k");
        BatchSplit more = split(10_900, ThirdPartyShare.NONE);

        WriteDecision early = decide(shown, more, Map.of(), RECENT, MetadataDecision.UNCHANGED);
        WriteDecision late = decide(shown, more, Map.of(), NOW.minusSeconds(301), MetadataDecision.UNCHANGED);

        assertThat(early.reason()).isEqualTo(Reason.HELD_BACK);
        assertThat(early.askAgainAt()).contains(RECENT.plusSeconds(300).plusMillis(1));
        assertThat(late.reason()).isEqualTo(Reason.PERIOD_PASSED);
    }

    @Test
    void neverHoldsAFallOfTheOriginBack() {
        assertThat(reason(shown("10k", "10k"), split(9_999, ThirdPartyShare.NONE), Map.of()))
                .isEqualTo(Reason.ORIGIN_FELL);
    }

    @Test
    void neverHoldsBackWhatAThirdPartyTakes() {
        ThirdPartyShare taken = new ThirdPartyShare(500_000, 0, ThirdPartyShare.Source.ANNOTATION);

        assertThat(reason(shown("10k", "10k"), split(10_000, taken), Map.of())).isEqualTo(Reason.THIRD_PARTY_TOOK);
    }

    @Test
    void neverHoldsAFallBackBelowWhatPodsHold() {
        Map<String, Long> held = Map.of("kubernetes.io/batch-cpu", 9_800L);

        assertThat(reason(shown("10k", "9500"), split(9_500, ThirdPartyShare.NONE), held))
                .isEqualTo(Reason.PODS_HOLD_MORE);
        assertThat(reason(shown("10k", "9500"), split(9_500, ThirdPartyShare.NONE), Map.of()))
                .isEqualTo(Reason.HELD_BACK);
    }

    @Test
    void neverHoldsAFallOfMidBackBelowWhatPodsHold() {
        assertThat(midFell(List.of(DemandFixtures.mid("m", CpuMemory.ofMilliAndBytes(9_600, GIB)))))
                .isEqualTo(Reason.PODS_HOLD_MORE);
        assertThat(midFell(List.of(DemandFixtures.mid("m", CpuMemory.ofMilliAndBytes(9_500, GIB)))))
                .isEqualTo(Reason.HELD_BACK);
        assertThat(midFell(List.of(DemandFixtures.batch("b", CpuMemory.ofMilliAndBytes(9_600, GIB)))))
                .isEqualTo(Reason.HELD_BACK);
    }

    /** A fall of mid-cpu that the threshold holds back unless somebody needs to know of it. */
    private static Reason midFell(List<PodDemand> pods) {
        WriteCircumstances when = new WriteCircumstances(
                RECENT, NOW, STRATEGY, HeldResources.of(pods), false, Owned.of(ResourceStages.ALL));
        return WriteDecisions.decide(
                        published(Map.of("kubernetes.io/mid-cpu", new Quantity("10k")), Map.of()),
                        published(Map.of("kubernetes.io/mid-cpu", new Quantity("9500")), Map.of()),
                        MetadataDecision.UNCHANGED,
                        when)
                .reason();
    }

    @Test
    void writesAResourceThatWentOrAppeared() {
        BatchSplit none = BatchSplitPlanner.split(null, null, 1, ThirdPartyShare.NONE);

        assertThat(reason(shown("10k", "10k"), none, Map.of())).isEqualTo(Reason.RESOURCE_APPEARED_OR_WENT);
        assertThat(reason(published(Map.of(), Map.of()), split(0, ThirdPartyShare.NONE), Map.of()))
                .isEqualTo(Reason.RESOURCE_APPEARED_OR_WENT);
    }

    @Test
    void writesTheFirstDifferenceThatThisProcessSees() {
        WriteDecision decision = decide(
                shown("10k", "10k"), split(10_001, ThirdPartyShare.NONE), Map.of(), null, MetadataDecision.UNCHANGED);

        assertThat(decision.reason()).isEqualTo(Reason.FIRST_SYNC);
    }

    @Test
    void takesAHeldBackValueAlongWhenTheMetadataIsWritten() {
        WriteDecision decision = decide(
                shown("10k", "10k"),
                split(10_001, ThirdPartyShare.NONE),
                Map.of(),
                RECENT,
                MetadataDecision.NORMALIZATION_RATIO_CHANGED);

        assertThat(decision.reason()).isEqualTo(Reason.METADATA_DUE);
    }

    @Test
    void publishesEveryChangeOfADeviceCount() {
        Map<String, Quantity> cards = Map.of("koordinator.sh/gpu-core", new Quantity("1600"));
        Map<String, Quantity> fewer = Map.of("koordinator.sh/gpu-core", new Quantity("1599"));
        WriteCircumstances when =
                new WriteCircumstances(RECENT, NOW, STRATEGY, Map.of(), false, Owned.of(ResourceStages.ALL));

        WriteDecision decision = WriteDecisions.decide(
                published(cards, Map.of()), published(fewer, Map.of()), MetadataDecision.UNCHANGED, when);

        assertThat(decision.reason()).isEqualTo(Reason.DEVICES_CHANGED);
    }

    @Test
    void writesNothingToANodeThatSaysNothingAboutItself() {
        PublishedNode empty = new PublishedNode(false, Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

        assertThat(reason(empty, split(10_000, ThirdPartyShare.NONE), Map.of())).isEqualTo(Reason.NODE_INCOMPLETE);
    }

    @Test
    void decidesAboutAmountsAsAboutTheNodeThatShowsThem() {
        long[] amounts = {0, 1, 9_000, 9_001, 10_000, 10_999, 11_000, 11_001, 40_000};
        for (long before : amounts) {
            for (long after : amounts) {
                for (Instant last : new Instant[] {null, RECENT, NOW.minusSeconds(300), NOW.minusSeconds(301)}) {
                    String text = Long.toString(before);
                    WriteDecision ofNode = decide(
                            shown(text, text),
                            split(after, ThirdPartyShare.NONE),
                            Map.of(),
                            last,
                            MetadataDecision.UNCHANGED);
                    WriteDecision ofAmounts =
                            WriteDecisions.ofAmounts(amounts(before), amounts(after), last, NOW, STRATEGY);
                    assertThat(ofAmounts)
                            .as("%d to %d, last %s", before, after, last)
                            .isEqualTo(ofNode);
                }
            }
        }
        assertThat(WriteDecisions.ofAmounts(null, amounts(1), RECENT, NOW, STRATEGY)
                        .reason())
                .isEqualTo(Reason.RESOURCE_APPEARED_OR_WENT);
    }

    private static CpuMemory amounts(long milliCpu) {
        return CpuMemory.ofMilliAndBytes(milliCpu, 64 * GIB);
    }
}
