package io.koordbridge.sloconfig.review;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.sloconfig.review.SetFields.Warning;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SetFieldsTest {

    private static final Map<String, String> DATA = Map.of(
            "cpu-burst-config", "{\"clusterStrategy\": {\"policy\": \"auto\"}}",
            "resource-qos-config",
                    "{\"clusterStrategy\": {\n\"beClass\": {\n\"memoryQOS\": {\"enable\": true, \"wmarkRatio\": 95}}}}",
            "unknown-config", "{\"policy\": \"auto\"}");

    @Test
    void asksByThePlaceInsideAStrategyAndKeepsThatInTheDocument() {
        assertThat(SetFields.of(DATA, (key, path) -> warning(path.equals("policy"))))
                .containsExactly(new Finding(
                        Finding.Severity.WARNING, 1, "cpu-burst-config", "clusterStrategy.policy", "why", "right"));
    }

    @Test
    void saysNothingOfWhatIsBelowAFieldThatIsSaid() {
        assertThat(SetFields.of(DATA, (key, path) -> warning(path.contains("memoryQOS"))))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.field()).isEqualTo("clusterStrategy.beClass.memoryQOS");
                    assertThat(finding.line()).isEqualTo(3);
                });
    }

    private static Optional<Warning> warning(boolean said) {
        return said ? Optional.of(new Warning("why", "right")) : Optional.empty();
    }
}
