package io.koordbridge.capacity.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.plan.EstimatedPasses;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.capacity.sum.Sum;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class ExpectedLineTest {

    private static final String P95 = "{\"enable\": true, \"cpuUsageEstimate\": \"p95\"}";

    private final EstimatedPasses node = new EstimatedPasses();

    @Test
    void theExplanationHasALineOfItsOwnThatNamesEstimateRuleAndSource() {
        Sum sum = NodeSums.ofBatch(node.pass(P95, 3000, node.online(3000)).terms())
                .get(0);

        assertThat(sum.steps())
                .extracting(ExpectedLineTest::line)
                .contains(
                        "- system 3000 | the larger of used + host applications and reserved",
                        "- expected above the mean 2000 | p95 of 15 min, cpuUsageEstimate p95 (cluster)",
                        "= left for batch 4600 | policy usage");
        assertThat(sum.steps().get(3).parts())
                .extracting(ExpectedLineTest::line)
                .containsExactly(
                        "+ expected of online work 5000 | NodeMetric/n annotation koordbridge.io/online-use",
                        "+ its mean 3000 | NodeMetric/n systemUsage, hostApplicationMetric and podsMetric but batch");
        addsUp(sum);
    }

    @Test
    void aReservationCoversAnEstimateThatItExceeds() {
        node.reserved(5000);
        NodePlan plan = node.pass(P95, 200, node.online(200));

        Sum sum = NodeSums.ofBatch(plan.terms()).get(0);

        assertThat(sum.steps())
                .extracting(ExpectedLineTest::line)
                .contains("- system 5000 | the larger of used + host applications and reserved")
                .anyMatch(line -> line.startsWith("- expected above the mean 0 |"));
        addsUp(sum);
    }

    @Test
    void withoutAnEstimateThereIsNoLine() {
        Sum sum = NodeSums.ofBatch(
                        node.pass("{\"enable\": true}", 3000, node.online(3000)).terms())
                .get(0);

        assertThat(sum.steps()).extracting(Step::name).doesNotContain("expected above the mean");
    }

    @Test
    void aChoiceByRiskShowsItsCandidates() {
        String risk = "{\"enable\": true, \"riskPercent\": 1}";
        for (int minute = 0; minute < 180; minute++) {
            node.pass(risk, 3000, node.online(3000));
        }
        Sum sum = NodeSums.ofBatch(node.pass(risk, 3000, node.online(3000)).terms())
                .get(0);

        assertThat(sum.steps().get(3).source()).contains("% of the node, riskPercent 1 (cluster)");
        assertThat(sum.steps().get(3).parts()).hasSize(2 + 3);
        assertThat(sum.steps().get(3).parts())
                .filteredOn(part -> part.source().endsWith("of the node, chosen"))
                .hasSize(1);
        addsUp(sum);
    }

    private static void addsUp(Sum sum) {
        BigDecimal total = BigDecimal.ZERO;
        for (Step step : sum.steps()) {
            if (step.sign() == Step.Sign.EQUALS) {
                assertThat(step.value()).isEqualByComparingTo(total);
            }
            total = step.sign().apply(total, step.value());
        }
    }

    private static String line(Step step) {
        return step.sign().text() + " " + step.name() + " "
                + step.value().stripTrailingZeros().toPlainString() + " | " + step.source();
    }
}
