package io.koordbridge.capacity.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.SimulatedPasses;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapacityHistoryTest {

    private static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");

    private final SimulatedPasses passes = new SimulatedPasses();
    private CapacityHistory history = CapacityHistory.NONE;

    CapacityHistoryTest() {
        passes.configure(Map.of("colocation-config", "{\"enable\": true}"));
    }

    private String causeOf(NodePlan plan) {
        history = history.written(plan, Map.of(ResourceNames.BATCH_CPU, new Quantity("1")), AT);
        return history.changes().get(history.changes().size() - 1).because();
    }

    @Test
    void aWriteIsComparedWithWhatTheNodeShowedBefore() {
        NodePlan first = passes.pass(1);
        passes.system(3000);
        NodePlan second = passes.pass(1);

        assertThat(causeOf(first)).isEqualTo("CALCULATED");
        assertThat(causeOf(second)).isEqualTo("CALCULATED: system +2.000 cores");
    }

    @Test
    void afterARestartItIsComparedWithWhatThePassesFoundOnTheNode() {
        history = history.showing(passes.pass(1));
        passes.system(500);

        assertThat(causeOf(passes.pass(1))).isEqualTo("CALCULATED: system -0.500 cores");
    }

    @Test
    void aWriteOfMetadataAloneLeavesNothingToCompareWith() {
        NodePlan plan = passes.pass(1);

        assertThat(history.written(plan, Map.of(), AT)).isEqualTo(CapacityHistory.NONE);
    }

    @Test
    void keepsTheLastTwentyChanges() {
        NodePlan plan = passes.pass(1);
        for (int write = 1; write <= 21; write++) {
            history = history.written(
                    plan,
                    Map.of(ResourceNames.BATCH_CPU, new Quantity(Integer.toString(write))),
                    AT.plusSeconds(write));
        }

        assertThat(history.changes()).hasSize(20);
        assertThat(history.changes().get(0).at()).isEqualTo(AT.plusSeconds(2));
    }
}
