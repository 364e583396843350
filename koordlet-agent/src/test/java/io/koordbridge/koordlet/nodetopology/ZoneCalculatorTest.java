package io.koordbridge.koordlet.nodetopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.topology.Processor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ZoneCalculatorTest {

    private static final long GIB = 1L << 30;

    private static List<Zone> zones(List<Processor> processors, MachineFacts.NumaMemory... memory) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToLabels("node.koordinator.sh/enable-numa-reservation", "true")
                .endMetadata()
                .withNewStatus()
                .addToCapacity("cpu", new Quantity("4"))
                .addToAllocatable("cpu", new Quantity("3"))
                .addToCapacity("memory", new Quantity("6Gi"))
                .addToAllocatable("memory", new Quantity("3Gi"))
                .endStatus()
                .build();
        return ZoneCalculator.zones(new TopologyInput(
                NodeFacts.of(node, null, problem -> {}),
                List.of(),
                new MachineFacts(processors, new MachineFacts.CpuModel("", "", false, false, ""), List.of(memory)),
                Optional.empty(),
                Map.of()));
    }

    private static List<Processor> processors(int... nodes) {
        return java.util.stream.IntStream.range(0, nodes.length)
                .mapToObj(cpu -> new Processor(cpu, cpu, 0, nodes[cpu]))
                .toList();
    }

    private static MachineFacts.NumaMemory memory(int node, long gibibytes) {
        return new MachineFacts.NumaMemory(node, gibibytes * GIB, 0, 0);
    }

    private static String shown(Zone zone) {
        return zone.name() + " "
                + zone.resources().stream()
                        .limit(2)
                        .map(one -> one.name() + " " + one.allocatable() + "/" + one.capacity())
                        .toList();
    }

    @Test
    void aNodeWithMemoryOnlyIsAZoneWithoutCpus() {
        assertThat(zones(processors(0, 0, 1, 1), memory(0, 2), memory(1, 2), memory(2, 2)))
                .map(ZoneCalculatorTest::shown)
                .containsExactly(
                        "node-0 [cpu 1500m/2, memory 1Gi/2Gi]",
                        "node-1 [cpu 1500m/2, memory 1Gi/2Gi]",
                        "node-2 [cpu 0/0, memory 1Gi/2Gi]");
    }

    @Test
    void aNodeWithCpusOnlyIsAZoneWithoutMemory() {
        assertThat(zones(processors(0, 0, 1, 1), memory(0, 6)))
                .map(ZoneCalculatorTest::shown)
                .containsExactly("node-0 [cpu 1500m/2, memory 3Gi/6Gi]", "node-1 [cpu 1500m/2, memory 0/0]");
    }
}
