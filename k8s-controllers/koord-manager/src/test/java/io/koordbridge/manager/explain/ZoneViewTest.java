package io.koordbridge.manager.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.capacity.plan.NodePlan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ZoneViewTest {

    private static final Instant REPORTED = Instant.parse("2026-03-01T09:59:50Z");
    private static final String STEPS = "{\"growStepPercent\": 5, \"mid\": {\"growStepPercent\": 2}}";

    @Test
    void aZoneHoldsWhatDampingDidAndASumForEachAmount() {
        JsonNode zones = SumView.zones(explanation(STEPS), REPORTED.plusSeconds(12));

        assertThat(zones).hasSize(3);
        JsonNode zone = zones.get(0);
        assertThat(zone.path("zone").asText()).isEqualTo("node-0");
        assertThat(zone.at("/damping/cpu/computed").asLong()).isEqualTo(9_600);
        assertThat(zone.at("/damping/cpu/wanted").asLong()).isEqualTo(267);
        assertThat(zone.at("/damping/cpu/effect").asText()).isEqualTo("GREW");
        assertThat(zone.path("milliCpu").asLong()).isEqualTo(267);
        assertThat(zone.at("/sums/0/resource").asText()).isEqualTo("kubernetes.io/batch-cpu");
        assertThat(zone.at("/sums/0/result").asLong()).isEqualTo(267);
        assertThat(zone.at("/sums/0/steps/2/ageSeconds").asDouble()).isEqualTo(12);
        assertThat(zone.at("/sums/1/resource").asText()).isEqualTo("kubernetes.io/batch-memory");
    }

    @Test
    void anUndampedZoneSaysNothingOfDamping() {
        JsonNode zone =
                SumView.zones(explanation("null"), REPORTED.plusSeconds(12)).get(0);

        assertThat(zone.has("damping")).isFalse();
        assertThat(zone.at("/sums/0/result").asLong()).isEqualTo(9_600);
    }

    @Test
    void dampingOfBatchAndMidStandBesideEachOther() {
        JsonNode damping = DampingView.render(explanation(STEPS).terms());

        assertThat(damping.path("on").asBoolean()).isTrue();
        assertThat(damping.at("/batch/cpu/published").asLong()).isEqualTo(800);
        assertThat(damping.at("/mid/cpu/published").asLong()).isEqualTo(320);
        assertThat(damping.at("/mid/cpu/wanted").asLong()).isEqualTo(16_000);
        assertThat(damping.at("/mid/cpu/moreAt").asText()).isEqualTo("2026-03-01T10:01:00Z");
        assertThat(DampingView.render(explanation("null").terms()).path("on").asBoolean())
                .isFalse();
    }

    private static NodeExplanation explanation(String damping) {
        Map<String, Quantity> resources = Map.of("cpu", new Quantity("16"), "memory", new Quantity("64Gi"));
        NodePlan plan = ExplainedNodes.plan(
                new NodeBuilder()
                        .withNewMetadata()
                        .withName("n")
                        .addToAnnotations("node.koordinator.sh/cpu-normalization-ratio", "1")
                        .endMetadata()
                        .withNewStatus()
                        .withCapacity(resources)
                        .withAllocatable(resources)
                        .endStatus()
                        .build(),
                "{\"enable\": true, \"midUnallocatedPercent\": 100, \"extensions\": {\"damping\": " + damping + "}}",
                ExplainedNodes.report(REPORTED, CpuMemory.ZERO, List.of()),
                List.of(),
                ThirdPartyShare.NONE);
        return new NodeExplanation(plan.terms(), plan.status(), plan.metadata(), plan.wanted(), null, List.of(), null);
    }
}
