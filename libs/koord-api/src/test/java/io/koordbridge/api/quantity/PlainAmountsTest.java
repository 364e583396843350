package io.koordbridge.api.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlainAmountsTest {

    @Test
    void requestsAreTakenFromWhatANodeHas() {
        PlainAmounts free = PlainAmounts.free(
                Map.of("cpu", 4000L, "memory", 100L), List.of(Map.of("cpu", 1000L), Map.of("gpu", 1L)));

        assertThat(free.byName()).isEqualTo(Map.of("cpu", 3000L, "memory", 100L, "gpu", -1L));
        assertThat(free.minus(Map.of("memory", 30L)).get("memory")).isEqualTo(70);
        assertThat(free.get("absent")).isZero();
        assertThat(free.names()).containsExactlyInAnyOrder("cpu", "memory", "gpu");
    }

    @Test
    void impossibleRequestsNeverMakeANodeFreer() {
        Map<String, Long> huge = Map.of("cpu", Long.MAX_VALUE);
        Map<String, Long> negative = Map.of("cpu", -5000L);

        PlainAmounts free = PlainAmounts.free(Map.of("cpu", 4000L), List.of(huge, huge, huge, negative));

        assertThat(free.get("cpu")).isEqualTo(Long.MIN_VALUE);
    }
}
