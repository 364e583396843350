package io.koordbridge.capacity.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.explain.NodeSums;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node offers while online pods are not protected on it, pass by pass; product design section 3.12. */
class UnprotectedNodeTest {

    private static final String PLAIN = "{\"enable\": true, \"midUnallocatedPercent\": 50}";
    private static final String STEPS =
            "{\"enable\": true, \"extensions\": {\"damping\": {\"growStepPercent\": 10, \"growIntervalSeconds\": 60}}}";

    private final SimulatedPasses passes = new SimulatedPasses().judged();

    @BeforeEach
    void offerUnderLoad() {
        passes.configure(Map.of("colocation-config", PLAIN));
        passes.topology(2, "{}");
        passes.system(4_000);
        passes.pass(0);
        assertThat(batchCpu()).isEqualTo(5_600);
    }

    @Test
    void doesNotGrowAtOnceAndOffersNothingAfterFiveMinutes() {
        long mid = shown(ResourceNames.MID_CPU);
        passes.agent("observeOnly is set");
        passes.system(1_000);

        NodePlan first = passes.pass(10);

        assertThat(batchCpu()).isEqualTo(5_600);
        assertThat(shown(ResourceNames.MID_CPU)).isEqualTo(mid);
        assertThat(first.askAgainAt()).contains(first.terms().calculatedAt().plusSeconds(300));
        assertThat(first.writesNode() || first.writesZones()).isFalse();

        passes.pass(299);
        assertThat(batchCpu()).isEqualTo(5_600);

        NodePlan last = passes.pass(1);

        assertThat(BatchCapacity.of(last.terms()).allotment().reason()).isEqualTo(Reason.UNPROTECTED);
        assertThat(MidCapacity.of(last.terms()).mid().allotment().reason()).isEqualTo(Reason.UNPROTECTED);
        assertThat(passes.published().allocatable()).isEmpty();
        assertThat(origin()).isZero();
        assertThat(zoneCpu(0) + zoneCpu(1)).isZero();
        assertThat(passes.pass(10).writesNode()).isFalse();
    }

    @Test
    void fallsGoThrough() {
        passes.suppression(false);
        passes.system(6_000);

        passes.pass(10);

        assertThat(batchCpu()).isEqualTo(3_600);
        passes.system(1_000);
        passes.pass(10);
        assertThat(batchCpu()).isEqualTo(3_600);
    }

    @Test
    void growsAgainOnceItIsProtected() {
        passes.agent("cgroups are read-only");
        passes.pass(10);
        passes.pass(400);
        assertThat(passes.published().allocatable()).isEmpty();

        passes.agent(null);
        passes.system(1_000);
        passes.pass(10);

        assertThat(batchCpu()).isEqualTo(8_600);
        assertThat(zoneCpu(0)).isEqualTo(4_300);
    }

    @Test
    void growsInStepsFromWhatItShowsOnceItIsProtected() {
        passes.configure(Map.of("colocation-config", STEPS));
        passes.pass(100);
        passes.suppression(false);
        passes.system(1_000);
        passes.pass(100);
        passes.pass(100);
        assertThat(batchCpu()).isEqualTo(5_600);

        passes.suppression(true);
        passes.pass(10);
        passes.pass(61);

        assertThat(batchCpu()).isEqualTo(7_200);
    }

    @Test
    void aMomentWithoutProtectionLetsGrowthWaitNoLonger() {
        passes.configure(Map.of("colocation-config", STEPS));
        passes.pass(100);
        passes.system(1_000);
        passes.pass(61);
        assertThat(batchCpu()).isEqualTo(7_200);

        passes.suppression(false);
        passes.pass(35);
        passes.suppression(true);
        passes.pass(26);

        assertThat(batchCpu()).isEqualTo(8_600);
    }

    @Test
    void whatFellWithoutProtectionGrowsInStepsFromThere() {
        passes.configure(Map.of("colocation-config", STEPS));
        passes.pass(100);
        passes.suppression(false);
        passes.system(6_000);
        passes.pass(100);
        assertThat(batchCpu()).isEqualTo(3_600);
        passes.system(1_000);
        passes.pass(100);
        passes.suppression(true);

        passes.pass(1);
        assertThat(batchCpu()).isEqualTo(3_600);
        passes.pass(60);
        assertThat(batchCpu()).isEqualTo(5_200);
    }

    @Test
    void aSilentNodeDoesNotGrowUntilItDegrades() {
        passes.talks(false);
        passes.pass(120);
        passes.system(1_000);

        NodePlan stale = passes.pass(1);

        assertThat(batchCpu()).isEqualTo(5_600);
        assertThat(stale.terms().protection().growsNot()).isTrue();
        passes.pass(900 - 121);
        assertThat(batchCpu()).isEqualTo(5_600);
        NodePlan degraded = passes.pass(1);
        assertThat(BatchCapacity.of(degraded.terms()).allotment().reason()).isEqualTo(Reason.NODE_METRIC_STALE);
        assertThat(passes.published().allocatable()).isEmpty();
    }

    @Test
    void aNodeThatShowsNothingGetsNothing() {
        SimulatedPasses fresh = passes.untouched().judged();
        fresh.suppression(false);

        NodePlan plan = fresh.pass(0);

        assertThat(BatchCapacity.of(plan.terms()).allotment().reason()).isEqualTo(Reason.UNPROTECTED);
        assertThat(fresh.published().allocatable()).isEmpty();
        assertThat(Quantities.value(fresh.published().origin(), ResourceNames.BATCH_CPU))
                .isZero();
    }

    @Test
    void aLeaderThatHasJustBegunCountsFromThenOn() {
        passes.suppression(false);
        passes.pass(10);
        passes.pass(299);
        passes.anotherLeads();

        passes.pass(1);
        assertThat(batchCpu()).isEqualTo(5_600);

        passes.pass(300);
        assertThat(passes.published().allocatable()).isEmpty();
    }

    @Test
    void whatYarnGivesBackIsNotOfferedToPods() {
        passes.annotations.put(Annotations.NODE_THIRD_PARTY_ALLOCATIONS, """
                {"allocations":[{"name":"hadoop-yarn","priority":"koord-batch",
                 "resources":{"kubernetes.io/batch-cpu":"4000","kubernetes.io/batch-memory":"1Gi"}}]}""");
        passes.pass(10);
        assertThat(batchCpu()).isEqualTo(1_600);
        passes.suppression(false);
        passes.pass(10);
        passes.annotations.remove(Annotations.NODE_THIRD_PARTY_ALLOCATIONS);

        NodePlan plan = passes.pass(10);

        assertThat(batchCpu()).isEqualTo(1_600);
        assertThat(origin()).isEqualTo(5_600);
        Sum sum = NodeSums.ofBatch(plan.terms()).get(0);
        assertThat(sum.result()).isEqualByComparingTo("1600");
        assertThat(sum.steps()).extracting(Step::name).contains("no growth");
    }

    @Test
    void aSettingPermitsGrowthWithoutProtection() {
        passes.permitted(true);
        passes.agent("observeOnly is set");
        passes.system(1_000);
        passes.pass(10);
        passes.pass(Duration.ofMinutes(10).toSeconds());

        assertThat(batchCpu()).isEqualTo(8_600);
    }

    @Test
    void theSumNamesWhatMayNotGrow() {
        passes.agent("observeOnly is set");
        passes.system(1_000);
        NodePlan plan = passes.pass(10);

        for (Sum sum : new Sum[] {
            NodeSums.ofBatch(plan.terms()).get(0), NodeSums.ofMid(plan.terms()).get(0)
        }) {
            assertThat(sum.result()).isEqualByComparingTo(String.valueOf(shown(sum.resource())));
            assertThat(sum.steps())
                    .filteredOn(step -> step.name().equals("no growth"))
                    .singleElement()
                    .satisfies(step -> assertThat(step.source()).isEqualTo("agent: observeOnly is set"));
        }
    }

    private long batchCpu() {
        return shown(ResourceNames.BATCH_CPU);
    }

    private long shown(String resource) {
        return Quantities.value(passes.published().allocatable(), resource);
    }

    private long origin() {
        return Quantities.value(passes.published().origin(), ResourceNames.BATCH_CPU);
    }

    private long zoneCpu(int zone) {
        return ShownZones.amount(passes.zones().get(zone), ResourceNames.BATCH_CPU);
    }
}
