package io.koordbridge.manager.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ZoneTracesTest {

    private static ZoneResource resource(String name) {
        return new ZoneResource(name, new Quantity("8"), new Quantity("8"), new Quantity("8"));
    }

    private static NodeResourceTopology topology(Map<String, String> labels) {
        NodeResourceTopology topology = new NodeResourceTopology();
        topology.setMetadata(new ObjectMetaBuilder()
                .withName("worker")
                .withLabels(labels)
                .withAnnotations(Map.of("node.koordinator.sh/cpu-topology", "{}", "own", "stays"))
                .build());
        topology.setZones(List.of(
                new Zone("node-0", "Node", null, List.of(resource("cpu"))),
                new Zone(
                        "node-1",
                        "Node",
                        null,
                        List.of(
                                resource("kubernetes.io/batch-cpu"),
                                resource("cpu"),
                                resource("kubernetes.io/batch-memory")))));
        return topology;
    }

    @Test
    void onlyWhatAnAgentMadeGoesAsAWhole() {
        assertThat(ZoneTraces.ours(topology(Map.of("app.kubernetes.io/managed-by", "Koordinator"))))
                .isTrue();
        assertThat(ZoneTraces.ours(topology(Map.of("app.kubernetes.io/managed-by", "topology-updater"))))
                .isFalse();
        assertThat(ZoneTraces.ours(topology(Map.of()))).isFalse();
    }

    @Test
    void anotherMakersObjectLosesOurAnnotationsAndResources() {
        NodeResourceTopology topology = topology(Map.of());

        assertThat(ZoneTraces.annotations(topology)).containsOnlyKeys("node.koordinator.sh/cpu-topology");
        assertThat(ZoneTraces.zones(topology)).isEqualTo(Map.of("/zones/1/resources", List.of(resource("cpu"))));
    }
}
