package io.koordbridge.capacity.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.plan.EstimatedPasses;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.capacity.sum.Sum;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class ZoneSumTest {

    private static final String P95 = "{\"enable\": true, \"cpuUsageEstimate\": \"p95\"}";

    private final EstimatedPasses node = new EstimatedPasses();

    @Test
    void theSumsOfZonesAddUp() {
        node.zoned();
        NodePlan plan = node.pass(P95, 3001, node.online(3001));

        assertThat(BatchCapacity.of(plan.terms()).zones()).hasSize(2).allSatisfy(zone -> {
            Sum sum = NodeSums.of(plan.terms(), zone).get(0);
            assertThat(sum.steps()).extracting(Step::name).contains("expected above the mean");
            addsUp(sum);
        });
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
}
