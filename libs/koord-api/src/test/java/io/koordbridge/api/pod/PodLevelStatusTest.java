package io.koordbridge.api.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodLevelStatusTest {

    private final PodStatus status = new PodStatus();

    @Test
    void readsWhatOneEncodingOrTheOtherSays() {
        PodLevelStatus.setRequests(status, Map.of("cpu", new Quantity("4")));
        PodLevelStatus.setAllocated(status, Map.of("cpu", new Quantity("5")));

        assertThat(PodLevelStatus.requests(status)).containsEntry("cpu", new Quantity("4"));
        assertThat(PodLevelStatus.allocated(status)).containsEntry("cpu", new Quantity("5"));

        status.setAdditionalProperty("resources", Map.of("requests", Map.of("memory", "4Gi", "cpu", 3)));

        assertThat(PodLevelStatus.requests(status))
                .isEqualTo(Map.of("memory", new Quantity("4Gi"), "cpu", new Quantity("3")));
    }

    @Test
    void readsAnythingElseWithoutHarm() {
        assertThat(PodLevelStatus.requests(status)).isNull();
        assertThat(PodLevelStatus.allocated(status)).isNull();

        Map<String, Object> amounts = new HashMap<>();
        amounts.put("cpu", null);
        amounts.put("memory", "9".repeat(1_000));
        for (Object value : Arrays.asList(1, "text", List.of(), Map.of("requests", 1), Map.of("requests", amounts))) {
            status.setAdditionalProperty("resources", value);
            status.setAdditionalProperty("allocatedResources", value);

            ReportedAmounts reported = new ReportedAmounts();
            reported.add(PodLevelStatus.requests(status));
            reported.add(PodLevelStatus.allocated(status));
            assertThat(reported.with(Map.of(), false)).doesNotContainKeys("cpu", "memory");
        }
    }
}
