package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.PriorityClass;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CountedClassTest {

    private static final Map<String, String> PLAIN = Map.of("cpu", "40", "memory", "1Gi");
    private static final String CLASS = "koordinator.sh/priority-class";
    private static final String QOS = "koordinator.sh/qosClass";

    private static PriorityClass counted(
            @Nullable Integer priority, Map<String, String> labels, Map<String, String> requests) {
        return RunningPods.demand("p", priority, labels, requests).priority();
    }

    @Test
    void noLabelHidesPlainRequests() {
        assertThat(counted(null, Map.of(CLASS, "koord-batch"), PLAIN)).isEqualTo(PriorityClass.PROD);
        assertThat(counted(9500, Map.of(CLASS, "koord-free"), PLAIN)).isEqualTo(PriorityClass.PROD);
        assertThat(counted(7500, Map.of(CLASS, "koord-batch"), PLAIN)).isEqualTo(PriorityClass.MID);
        assertThat(counted(0, Map.of(CLASS, "koord-mid"), PLAIN)).isEqualTo(PriorityClass.PROD);
        assertThat(counted(null, Map.of(QOS, "BE"), PLAIN)).isEqualTo(PriorityClass.PROD);
        assertThat(counted(6999, Map.of(QOS, "BE"), Map.of("memory", "1"))).isEqualTo(PriorityClass.PROD);
    }

    @Test
    void thePriorityOfASpecKeepsItsClass() {
        assertThat(counted(5500, Map.of(QOS, "BE"), PLAIN)).isEqualTo(PriorityClass.BATCH);
        assertThat(counted(3500, Map.of(), PLAIN)).isEqualTo(PriorityClass.FREE);
        assertThat(counted(5500, Map.of(CLASS, "koord-free"), PLAIN)).isEqualTo(PriorityClass.BATCH);
        assertThat(counted(3500, Map.of(CLASS, "koord-batch"), PLAIN)).isEqualTo(PriorityClass.BATCH);
    }

    @Test
    void aLabelMayLowerWhatTheResourcesOfItsClassCover() {
        Map<String, String> batch =
                Map.of("kubernetes.io/batch-cpu", "4000", "kubernetes.io/batch-memory", "8Gi", "cpu", "100m");
        Map<String, String> more = Map.of("kubernetes.io/batch-cpu", "4000", "cpu", "4001m");

        assertThat(counted(null, Map.of(QOS, "BE"), batch)).isEqualTo(PriorityClass.BATCH);
        assertThat(counted(null, Map.of(QOS, "BE"), Map.of())).isEqualTo(PriorityClass.BATCH);
        assertThat(counted(null, Map.of(QOS, "BE"), more)).isEqualTo(PriorityClass.PROD);
        assertThat(counted(9500, Map.of(CLASS, "koord-mid"), Map.of("kubernetes.io/mid-cpu", "1000", "cpu", "1")))
                .isEqualTo(PriorityClass.MID);
        assertThat(counted(9500, Map.of(CLASS, "koord-mid"), Map.of("kubernetes.io/batch-cpu", "1000", "cpu", "1")))
                .isEqualTo(PriorityClass.PROD);
    }

    @Test
    void aLabelMayRaiseTheClass() {
        assertThat(counted(5500, Map.of(CLASS, "koord-prod"), PLAIN)).isEqualTo(PriorityClass.PROD);
        assertThat(counted(5500, Map.of(CLASS, "no-class"), PLAIN)).isEqualTo(PriorityClass.PROD);
    }
}
