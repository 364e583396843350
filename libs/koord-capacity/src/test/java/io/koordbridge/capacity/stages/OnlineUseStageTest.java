package io.koordbridge.capacity.stages;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.node.OnlineUseDocument;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.explain.NodeSums;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.onlineuse.OnlineEstimate;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import io.koordbridge.capacity.plan.EstimatedPasses;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node of 16 cores and 64 GiB whose threshold of 60 % leaves 9.6 cores. */
class OnlineUseStageTest {

    private static final String P95 = "{\"enable\": true, \"cpuUsageEstimate\": \"p95\"}";
    private static final String RISK = "{\"enable\": true, \"riskPercent\": 1}";
    private static final String CHOICE = Annotations.NODE_RISK_CHOICE;

    private final EstimatedPasses node = new EstimatedPasses();

    @Test
    void whatOnlineWorkIsExpectedToUseIsNotOffered() {
        NodePlan mean = node.pass("{\"enable\": true}", 3000, node.online(3000));
        NodePlan p95 = node.pass(P95, 3000, node.online(3000));

        assertThat(offered(mean)).isEqualTo(6600);
        assertThat(offered(p95)).isEqualTo(4600);
        assertThat(mean.wanted().annotations()).doesNotContainKey(CHOICE);
        assertThat(p95.wanted().annotations()).doesNotContainKey(CHOICE);
    }

    @Test
    void zonesShareTheEstimate() {
        node.zoned();
        NodePlan mean = node.pass("{\"enable\": true}", 3000, node.online(3000));
        NodePlan p95 = node.pass(P95, 3000, node.online(3000));

        for (int i = 0; i < BatchCapacity.of(mean.terms()).zones().size(); i++) {
            assertThat(zone(p95, i)).isEqualTo(zone(mean, i) - 1000);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "{\"at\": \"2026-11-30T09:00:00Z\", \"windows\": [{\"seconds\": 900, \"cpuMilli\": {\"mean\": -1}}]}",
                "{\"at\": \"2020-01-01T00:00:00Z\", \"windows\": []}",
                "{\"at\": \"2099-01-01T00:00:00Z\", \"windows\": []}"
            })
    void aHostileAnnotationLeavesTheMeanAndAReason(String text) {
        NodePlan plan = node.pass(P95, 3000, UsageLevels.of(OnlineUseDocument.read(text), null));

        assertThat(offered(plan)).isEqualTo(6600);
        assertThat(NodeSums.ofBatch(plan.terms()).get(0).steps())
                .filteredOn(step -> step.name().equals("expected above the mean"))
                .singleElement()
                .satisfies(step -> assertThat(step.source()).startsWith("mean, because "));
    }

    @Test
    void anAnnotationWithAProblemIsReported() {
        NodePlan plan = node.pass(P95, 3000, UsageLevels.of(OnlineUseDocument.read("{"), null));

        assertThat(plan.terms().stages())
                .filteredOn(outcome -> outcome.name().equals(StageNames.ONLINE_USE))
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.problem()).contains("koordbridge.io/online-use"));
    }

    @Test
    void whatIsPublishedStaysWhereTheEstimateThrows() {
        node.staged(throwing());

        NodePlan plan = node.pass(P95, 3000, node.online(3000));

        assertThat(BatchCapacity.of(plan.terms()).allotment().isKept()).isTrue();
        assertThat(offered(node.pass("{\"enable\": true}", 3000, node.online(3000))))
                .isEqualTo(6600);
    }

    @Test
    void theChoiceByRiskIsWrittenWhenItChanges() {
        List<String> written = new ArrayList<>();
        for (int minute = 0; minute < 180; minute++) {
            NodePlan plan = node.pass(RISK, 3000, node.online(3000));
            String text = plan.wanted().annotations().get(CHOICE);
            if (!text.equals(node.annotations().get(CHOICE))) {
                written.add(text);
            }
            node.annotated(plan.wanted().annotations());
        }

        assertThat(written).as("the first, and the one that was learned").hasSize(2);
    }

    @Test
    void withoutAnEstimateOfTheStartNothingGrowsForAWhile() {
        node.showing(2000);
        assertThat(published(node.pass(P95, 3000, UsageLevels.NONE))).isEqualTo(2000);
        node.showing(9000);
        assertThat(published(node.pass(P95, 3000, UsageLevels.NONE))).isEqualTo(6600);
        node.showing(2000);
        for (int minute = 2; minute <= 15; minute++) {
            assertThat(published(node.pass(P95, 3000, UsageLevels.NONE))).isEqualTo(2000);
        }
        assertThat(published(node.pass(P95, 3000, UsageLevels.NONE))).isEqualTo(6600);
    }

    @Test
    void anEstimateThatIsKnownGrowsAtOnceAlsoInAnotherProcess() {
        node.showing(2000);
        node.pass(P95, 3000, node.online(3000));
        node.restarted();

        assertThat(published(node.pass(P95, 3000, node.online(3000)))).isEqualTo(4600);
    }

    @Test
    void whenPercentilesVanishNothingGrowsUntilTheyAreBack() {
        node.showing(4600);
        node.pass(P95, 3000, node.online(3000));
        for (int minute = 1; minute <= 30; minute++) {
            assertThat(published(node.pass(P95, 3000, UsageLevels.NONE)))
                    .as("minute %d", minute)
                    .isEqualTo(4600);
        }
        assertThat(published(node.pass(P95, 2000, node.online(2000)))).isEqualTo(5600);
    }

    @Test
    void zonesDoNotGrowWhileTheEstimateIsNotKnown() {
        node.zoned();

        NodePlan plan = node.pass(P95, 3000, UsageLevels.NONE);

        assertThat(plan.writesZones()).isFalse();
        assertThat(node.pass(P95, 3000, node.online(3000)).writesZones()).isTrue();
    }

    @Test
    void whileNothingGrowsTheExplanationSaysWhy() {
        node.showing(2000);

        assertThat(NodeSums.ofBatch(node.pass(P95, 3000, UsageLevels.NONE).terms())
                        .get(0)
                        .steps())
                .filteredOn(step -> step.name().equals("no growth"))
                .isNotEmpty()
                .allSatisfy(step -> assertThat(step.source()).isEqualTo("the use of online work is not known yet"));
    }

    /** Online work uses three cores; the percentiles of the node rise behind the mean of batch work. */
    @Test
    void batchWorkThatStartsNeverMakesTheOfferGrow() {
        node.showing(9000);
        node.batchUses(0);
        NodePlan calm = node.pass(P95, 3000, node.whole(4000));
        for (int minute = 1; minute <= 12; minute++) {
            calm = node.pass(P95, 3000, node.whole(4000));
        }
        assertThat(offered(calm)).isEqualTo(9600 - 4000);

        node.batchUses(5000);
        assertThat(offered(node.pass(P95, 3000, node.whole(4000)))).isEqualTo(9600 - 4000);
        assertThat(offered(node.pass(P95, 3000, node.whole(9000)))).isLessThanOrEqualTo(9600 - 4000);
        NodePlan later = calm;
        for (int minute = 3; minute <= 20; minute++) {
            later = node.pass(P95, 3000, node.whole(9000));
        }
        assertThat(offered(later)).as("batch work has run for a window").isEqualTo(9600 - 4000);
    }

    @Test
    void aChoiceThatCannotBeReadIsReported() {
        node.annotated(Map.of(CHOICE, "{\"cpu\": \"p95/900+NaN care 1.00\"}"));

        NodePlan plan = node.pass(RISK, 3000, node.online(3000));

        assertThat(plan.terms().stages())
                .filteredOn(outcome -> outcome.name().equals(StageNames.ONLINE_USE))
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.problem())
                        .isEqualTo("invalid koordbridge.io/risk-choice, field cpu: 'p95/900+NaN care 1.00'; allowed:"
                                + " a choice such as p95/900+3.5 care 2.10"));
    }

    @Test
    void aReportIsCountedOnce() {
        node.pass(RISK, 3000, node.online(3000));
        OnlineEstimate first = estimate(node.pass(RISK, 3000, node.online(3000)));

        OnlineEstimate again = estimate(node.again(RISK, 3000, node.online(3000)));

        assertThat(again.after().cpu().risk()).isSameAs(first.after().cpu().risk());
        assertThat(again.cpu()).isEqualTo(first.cpu());
    }

    @Test
    void anotherLeaderGoesOnFromTheChoiceThatTheNodeShows() {
        for (int minute = 0; minute < 300; minute++) {
            node.annotated(node.pass(RISK, 3000, node.online(minute % 5 == 0 ? 3500 : 3000))
                    .wanted()
                    .annotations());
        }
        NodePlan before = node.pass(RISK, 3000, node.online(3000));
        node.annotated(before.wanted().annotations());
        node.restarted();

        NodePlan after = node.pass(RISK, 3000, node.online(3000));

        assertThat(after.wanted().annotations())
                .containsEntry(CHOICE, node.annotations().get(CHOICE));
        assertThat(offered(after)).isCloseTo(offered(before), Offset.offset(160L));
        assertThat(estimate(after).cpu().words()).endsWith(", learning");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "{\"cpu\": \"p95/0+1.0 care 1.00\"}",
                "{\"cpu\": \"max/900-99.9 care 300.00\"}",
                "null"
            })
    void aHostileChoiceNeverOffersMoreThanTheMean(String text) {
        node.annotated(Map.of(CHOICE, text));

        NodePlan plan = node.pass(RISK, 3000, node.online(3000));

        assertThat(offered(plan)).isLessThanOrEqualTo(6600);
        assertThat(plan.wanted().annotations().get(CHOICE)).isNotEqualTo("{");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1000, Long.MAX_VALUE})
    void aThresholdOutOfRangeThatAnAnnotationSaysStopsNoEstimate(long percent) {
        node.annotated(
                Map.of(Annotations.NODE_COLOCATION_STRATEGY, "{\"cpuReclaimThresholdPercent\": " + percent + "}"));

        NodePlan plan = node.pass(RISK, 3000, node.online(3000));

        assertThat(estimate(plan).cpu().expected()).isEqualTo(7_000_000_000L);
    }

    @Test
    void theChoiceGoesWhenNoRiskIsAskedForAndStaysWhileThereIsNoReport() {
        node.annotated(node.pass(RISK, 3000, node.online(3000)).wanted().annotations());
        String choice = node.annotations().get(CHOICE);
        node.restarted();

        NodePlan without = node.withoutReport(RISK);
        assertThat(without.wanted().annotations()).containsEntry(CHOICE, choice);

        assertThat(node.pass(P95, 3000, node.online(3000)).wanted().annotations())
                .doesNotContainKey(CHOICE);
        assertThat(node.pass("{\"enable\": false, \"riskPercent\": 1}", 3000, node.online(3000))
                        .wanted()
                        .annotations())
                .doesNotContainKey(CHOICE);
    }

    private static OnlineEstimate estimate(NodePlan plan) {
        return plan.terms().result(StageNames.ONLINE_USE, OnlineEstimate.class).orElseThrow();
    }

    private static long offered(NodePlan plan) {
        return BatchCapacity.of(plan.terms()).allotment().milliCpu();
    }

    /** Batch CPU that pods are offered. */
    private static long published(NodePlan plan) {
        return Quantities.value(plan.wanted().allocatable(), ResourceNames.BATCH_CPU);
    }

    private static long zone(NodePlan plan, int index) {
        return BatchCapacity.of(plan.terms()).zones().get(index).allotment().milliCpu();
    }

    private record Throwing() implements ResourceStage<OnlineEstimate> {

        @Override
        public String name() {
            return StageNames.ONLINE_USE;
        }

        @Override
        public Owned owned() {
            return Owned.annotation(CHOICE);
        }

        @Override
        public OnlineEstimate calculate(StageFacts facts) {
            throw new IllegalStateException("broken");
        }

        @Override
        public NodePreparation preparation(OnlineEstimate result) {
            return NodePreparation.NOTHING;
        }
    }

    private static List<ResourceStage<?>> throwing() {
        List<ResourceStage<?>> all = new ArrayList<>();
        for (ResourceStage<?> stage : ResourceStages.ALL) {
            all.add(stage.name().equals(StageNames.ONLINE_USE) ? new Throwing() : stage);
        }
        return all;
    }
}
