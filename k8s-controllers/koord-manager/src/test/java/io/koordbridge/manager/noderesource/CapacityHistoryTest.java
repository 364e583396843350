package io.koordbridge.manager.noderesource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapacityHistoryTest {

    private static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");

    private final SimulatedPasses passes = new SimulatedPasses();
    private final CapacityHistory history = new CapacityHistory();

    CapacityHistoryTest() {
        passes.configure(Map.of("colocation-config", "{\"enable\": true}"));
    }

    private String causeOf(NodePlan plan) {
        history.written(plan, Map.of(ResourceNames.BATCH_CPU, new Quantity("1")), AT);
        return history.of(plan.terms().node())
                .get(history.of(plan.terms().node()).size() - 1)
                .because();
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
        history.shown(passes.pass(1));
        passes.system(500);

        assertThat(causeOf(passes.pass(1))).isEqualTo("CALCULATED: system -0.500 cores");
    }

    @Test
    void aWriteOfMetadataAloneAndANodeThatWentLeaveNothingToCompareWith() {
        NodePlan plan = passes.pass(1);
        history.written(plan, Map.of(), AT);
        assertThat(history.of(plan.terms().node())).isEmpty();

        history.shown(plan);
        history.forget(plan.terms().node());

        assertThat(causeOf(plan)).isEqualTo("CALCULATED");
    }
}
