package io.koordbridge.capacity.protection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.capacity.protection.MemoryProtection.State;
import io.koordbridge.capacity.protection.ProtectionFacts.Reported;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryProtectionTest {

    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final String ON = "{\"enable\": true}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "on | {\"enable\": true} | PROTECTED | ''",
                "on | {\"enable\": true, \"memoryEvictThresholdPercent\": 80} | PROTECTED | ''",
                "off: feature gate BEMemoryEvict is off | {\"enable\": true} | UNPROTECTED"
                        + " | agent: feature gate BEMemoryEvict is off",
                "- | {\"enable\": true} | UNKNOWN | the agent does not say whether it evicts",
                "on | {\"enable\": false} | UNPROTECTED | enable of resource-threshold-config is not true",
                "on | {} | UNPROTECTED | enable of resource-threshold-config is not true",
                "on | null | UNPROTECTED | enable of resource-threshold-config is not true",
                "on | - | UNPROTECTED | no NodeSLO",
                "on | {\"enable\": true, \"memoryEvictThresholdPercent\": 60, \"memoryEvictLowerPercent\": 60} | UNPROTECTED"
                        + " | memoryEvictLowerPercent 60 is not below memoryEvictThresholdPercent 60",
                "on | {\"enable\": true, \"memoryEvictLowerPercent\": 70} | UNPROTECTED"
                        + " | memoryEvictLowerPercent 70 is not below memoryEvictThresholdPercent 70",
            })
    void needsAgentAndNodeSloAtOnce(@Nullable String agent, @Nullable String thresholds, State state, String why) {
        assertThat(judge(agent, thresholds, NOW)).isEqualTo(new MemoryProtection(state, why));
    }

    @Test
    void anAgentThatMissedTwoReportsProtectsNoMemory() {
        assertThat(judge("on", ON, NOW.minusSeconds(121)).why())
                .isEqualTo("no report of the agent since 2026-11-23T11:57:59Z");
        assertThat(judge("on", ON, null).why()).isEqualTo("no report of an agent");
    }

    @Test
    void aWordOfTheAgentIsCut() {
        assertThat(judge("x".repeat(100_000), ON, NOW).why()).hasSizeLessThan(300);
    }

    private static MemoryProtection judge(
            @Nullable String agent, @Nullable String thresholds, @Nullable Instant reported) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .withAnnotations(agent == null ? Map.of() : Map.of("node.koordinator.sh/memory-protection", agent))
                .endMetadata()
                .build();
        return MemoryProtection.of(ProtectionFacts.of(node, slo(thresholds), new Reported(null, reported, NOW)), NOW);
    }

    private static @Nullable NodeSloSpec slo(@Nullable String thresholds) {
        try {
            return thresholds == null
                    ? null
                    : PlainJson.MAPPER.readValue(
                            "{\"resourceUsedThresholdWithBE\": " + thresholds + "}", NodeSloSpec.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(thresholds, e);
        }
    }
}
