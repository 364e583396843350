package io.koordbridge.scheduler.facts.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResourceVectorTest {

    private static final ResourceVector POD = ResourceVector.of(Map.of("cpu", 1_000L, "memory", 4L));

    @Test
    void readsCpuInMilliCoresAndTheRestInUnits() {
        ResourceVector vector = ResourceVector.ofQuantities(Map.of(
                "cpu", new Quantity("1500m"),
                "memory", new Quantity("1Ki"),
                "nvidia.com/gpu", new Quantity("2"),
                "pods", new Quantity("110")));

        assertThat(vector.amounts()).isEqualTo(Map.of("cpu", 1_500L, "memory", 1_024L, "nvidia.com/gpu", 2L));
        assertThat(ResourceVector.ofQuantities(null)).isEqualTo(ResourceVector.EMPTY);
    }

    @Test
    void replacesDeprecatedNamesUnlessTodaysIsThere() {
        ResourceVector old = ResourceVector.ofQuantities(Map.of("koordinator.sh/batch-cpu", new Quantity("500")));
        ResourceVector both = ResourceVector.ofQuantities(Map.of(
                "koordinator.sh/batch-cpu", new Quantity("500"), "kubernetes.io/batch-cpu", new Quantity("700")));

        assertThat(old.amounts()).isEqualTo(Map.of("kubernetes.io/batch-cpu", 500L));
        assertThat(both.amounts()).isEqualTo(Map.of("kubernetes.io/batch-cpu", 700L));
    }

    @Test
    void addsAndSubtractsByName() {
        ResourceVector more = ResourceVector.of(Map.of("cpu", 500L, "nvidia.com/gpu", 1L));

        assertThat(POD.plus(more))
                .isEqualTo(ResourceVector.of(Map.of("cpu", 1_500L, "memory", 4L, "nvidia.com/gpu", 1L)));
        assertThat(POD.plus(more).minus(more).get("cpu")).isEqualTo(1_000);
        assertThat(POD.max(more).get("cpu")).isEqualTo(1_000);
        assertThat(POD.get("nvidia.com/gpu")).isZero();
    }

    @Test
    void clipsTheRestAtZeroAndKeepsItsOwnNames() {
        ResourceVector large = ResourceVector.of(Map.of("cpu", 3_000L, "nvidia.com/gpu", 1L));

        assertThat(POD.minusClipped(large).amounts()).isEqualTo(Map.of("cpu", 0L, "memory", 4L));
    }

    @Test
    void staysAtTheLargestNumberInsteadOfOverflowing() {
        ResourceVector most = ResourceVector.of(Map.of("cpu", Long.MAX_VALUE - 1));

        assertThat(most.saturated()).isFalse();
        assertThat(most.plus(POD).get("cpu")).isEqualTo(Long.MAX_VALUE);
        assertThat(most.plus(POD).saturated()).isTrue();
    }
}
