package io.koordbridge.capacity.protection;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.capacity.protection.ProtectionFacts.Reported;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtectionFactsTest {

    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"-, 60", "0, 60", "-5, 60", "1, 1", "300, 300", "9223372036854775807, 86400"})
    void aPeriodThatCannotBeIsTheDefaultAndALongOneADay(@Nullable Long interval, long seconds) {
        NodeMetricSpec spec = new NodeMetricSpec(new MetricCollectPolicy(null, interval, null, null));

        assertThat(ProtectionFacts.of(node(Map.of()), null, new Reported(spec, NOW, NOW))
                        .reportPeriod())
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void anyAnnotationOfTheAgentCountsHoweverLongItIs() {
        ProtectionFacts facts =
                ProtectionFacts.of(node(Map.of("node.koordinator.sh/unprotected", "x".repeat(200_000))), null, null);

        assertThat(facts.agent()).hasSize(200);
        assertThat(ProtectionFacts.of(node(Map.of("node.koordinator.sh/unprotected", "")), null, null)
                        .agent())
                .isEmpty();
        assertThat(ProtectionFacts.of(node(Map.of()), null, null).agent()).isNull();
    }

    private static Node node(Map<String, String> annotations) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }
}
