package io.koordbridge.colo.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.colo.simulation.CheckedChanges.Documents;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckedChangesTest {

    @ParameterizedTest
    @CsvSource({
        "degradeTimeMinutes, 0, >= 1",
        "cpuReclaimThreshold, 70, did you mean cpuReclaimThresholdPercent?",
        "cpuReclaimThresholdPercent, -1, cpuReclaimThresholdPercent",
        "cpuSuppressThresholdPercent, 101, cpuSuppressThresholdPercent"
    })
    void refusesWhatTheManagerWouldNotTake(String field, String value, String words) {
        assertThatThrownBy(() -> CheckedChanges.documents(Map.of(field, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(field, words);
    }

    @Test
    void changesOfTheStoredTextKeepItsOtherFields() {
        assertThat(CheckedChanges.colocation("{\"enable\":true}", Map.of("cpuReclaimThresholdPercent", "70")))
                .isEqualTo("{\"enable\":true,\"cpuReclaimThresholdPercent\":70}");
    }

    @Test
    void theAgentsThresholdIsInADocumentOfItsOwn() {
        Documents documents = CheckedChanges.documents(Map.of("cpuSuppressThresholdPercent", "70"));

        assertThat(documents.colocation()).isEmpty();
        assertThat(documents.thresholds()).hasToString("{\"clusterStrategy\":{\"cpuSuppressThresholdPercent\":70}}");
    }
}
