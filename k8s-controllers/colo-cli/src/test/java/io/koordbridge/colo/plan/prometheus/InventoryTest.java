package io.koordbridge.colo.plan.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.replay.NodeSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InventoryTest {

    @Test
    void nodesAreThoseOfTheKubeletWithTheNamesItGivesThem() {
        try (FakePrometheus prometheus = new FakePrometheus()
                .kubelet("\"node\":\"a\",\"instance\":\"10.0.0.1:10250\"", time -> 1)
                .exporter("\"instance\":\"10.0.0.1:9100\"", time -> 1)
                .exporter("\"instance\":\"10.0.0.9:9100\"", time -> 1)) {
            Inventory inventory = Inventory.of(prometheus.client(), NodeNames.by(""), "", 60);

            assertThat(inventory.sizes()).containsOnlyKeys("a").containsValue(new NodeSize(4_000, 8L << 30));
            assertThat(inventory.exporter()).containsExactlyInAnyOrder("a", "10.0.0.9");
            assertThat(inventory.notes()).singleElement().asString().endsWith("10.0.0.9");
        }
    }

    @Test
    void aNodeOfUnknownMemoryIsLeftOut() {
        try (FakePrometheus prometheus = new FakePrometheus()
                .kubelet("\"node\":\"a\"", time -> 1)
                .series("machine_cpu_cores", "\"node\":\"b\"", time -> 4)) {
            Inventory inventory = Inventory.of(prometheus.client(), NodeNames.by(""), "", 60);

            assertThat(inventory.sizes()).containsOnlyKeys("a");
            assertThat(inventory.notes())
                    .containsExactly("left out, as their cores or memory are unknown or no size of a node: b");
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-4, 0, 1e-300, 1e9, 1e308})
    void coresThatNoNodeHasLeaveItOut(double cores) {
        try (FakePrometheus prometheus = new FakePrometheus()
                .series("machine_cpu_cores", "\"node\":\"b\"", time -> cores)
                .kubelet("\"node\":\"a\"", time -> 1)
                .series("machine_memory_bytes", "\"node\":\"b\"", time -> 1L << 30)) {
            Inventory inventory = Inventory.of(prometheus.client(), NodeNames.by(""), "", 60);

            assertThat(inventory.sizes()).containsOnlyKeys("a");
        }
    }

    @Test
    void aClusterWithoutAnyNodeOfASizeIsSaid() {
        try (FakePrometheus prometheus = new FakePrometheus()
                .series("machine_cpu_cores", "\"node\":\"b\"", time -> 4)
                .series("machine_memory_bytes", "\"node\":\"b\"", time -> 1e308)) {
            assertThatThrownBy(() -> Inventory.of(prometheus.client(), NodeNames.by(""), "", 60))
                    .isInstanceOf(AnswerException.class)
                    .hasMessageContaining("gives no node a size of up to 100,000 cores and 1 PiB: b");
        }
    }
}
