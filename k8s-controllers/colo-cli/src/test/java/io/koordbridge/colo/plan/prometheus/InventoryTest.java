package io.koordbridge.colo.plan.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.replay.NodeSize;
import org.junit.jupiter.api.Test;

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
            assertThat(inventory.notes()).containsExactly("left out, as their memory is unknown: b");
        }
    }
}
