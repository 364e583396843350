package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.numa.NumaTopologyReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever objects say, nothing is thrown, one text says what cannot be used, and no pod gets what is not there. */
class BadInputTest {

    private static final String FOUR_CPUS = "{\"detail\":[{\"id\":0,\"core\":0,\"socket\":0,\"node\":0},"
            + "{\"id\":1,\"core\":0,\"socket\":0,\"node\":0},{\"id\":2,\"core\":1,\"socket\":0,\"node\":0},"
            + "{\"id\":3,\"core\":1,\"socket\":0,\"node\":0}]}";

    private final ClusterLedger ledger = new ClusterLedger();

    private FitResult ownCpus(int cpus) {
        Pod pod = new PodBuilder(Samples.pod("p", Map.of("cpu", Integer.toString(cpus))))
                .editMetadata()
                .addToLabels(Labels.POD_QOS_CLASS, "LSR")
                .addToLabels(Labels.POD_PRIORITY_CLASS, "koord-prod")
                .endMetadata()
                .build();
        PodFacts facts = ledger.shared(PodFactsReader.read(pod));
        return Samples.plugins()
                .answer(facts.shape(), ledger.view().node("n1").orElseThrow())
                .fit();
    }

    private List<String> nodeSeen(Map<String, String> labels, Map<String, String> annotations) {
        Node node = new NodeBuilder(Samples.node("n1", 4_000, "8Gi", annotations))
                .editMetadata()
                .withLabels(labels)
                .endMetadata()
                .build();
        NodeFacts facts = NodeFactsReader.read(node, null);
        ledger.nodeSeen(facts);
        return facts.problems();
    }

    private List<String> topologySeen(Map<String, String> annotations, Zone... zones) {
        NodeResourceTopology object = new NodeResourceTopology();
        object.setMetadata(new ObjectMetaBuilder()
                .withName("n1")
                .withAnnotations(annotations)
                .build());
        object.setZones(List.of(zones));
        NumaTopology topology = NumaTopologyReader.read(object);
        ledger.topologySeen("n1", topology);
        return topology.problems();
    }

    private static Zone zone(String name) {
        Quantity cpus = new Quantity("4");
        return new Zone(name, "Node", null, List.of(new ZoneResource("cpu", cpus, cpus, cpus)));
    }

    @Test
    void thePolicyNoneIsAPolicy() {
        assertThat(nodeSeen(Map.of(Labels.NODE_NUMA_TOPOLOGY_POLICY, "None"), Map.of()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "Strict", "single-numa-node"})
    void anUnknownPolicyOfANodeCountsAsNone(String policy) {
        List<String> problems = nodeSeen(Map.of(Labels.NODE_NUMA_TOPOLOGY_POLICY, policy), Map.of());
        topologySeen(Map.of(Annotations.NRT_CPU_TOPOLOGY, FOUR_CPUS), zone("node-0"));

        assertThat(problems).singleElement().asString().contains("Node/n1", policy, "allowed are None");
        assertThat(ownCpus(2).fits()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "{\"detail\":7}", "\"x\""})
    void aTopologyThatCannotBeReadIsMissing(String json) {
        nodeSeen(Map.of(), Map.of());

        assertThat(topologySeen(Map.of(Annotations.NRT_CPU_TOPOLOGY, json)))
                .singleElement()
                .asString()
                .contains(Annotations.NRT_CPU_TOPOLOGY);
        assertThat(ownCpus(2).message()).contains("invalid CPU Topology");
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 4_096, -1, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aNumaNodeBeyondTheAllowedIsLeftOut(int id) {
        nodeSeen(Map.of(), Map.of());
        String detail = FOUR_CPUS.replace("]}", ",{\"id\":9,\"core\":9,\"socket\":9,\"node\":%d}]}".formatted(id));

        assertThat(topologySeen(Map.of(Annotations.NRT_CPU_TOPOLOGY, detail), zone("node-0")))
                .singleElement()
                .asString()
                .contains("node=" + id, "from 0 to 63");
        assertThat(ownCpus(4).fits()).isTrue();
        assertThat(ownCpus(5).fits()).isFalse();
    }

    @Test
    void numaNodesMayHaveGaps() {
        nodeSeen(Map.of(Labels.NODE_NUMA_TOPOLOGY_POLICY, "SingleNUMANode"), Map.of());

        assertThat(topologySeen(
                        Map.of(Annotations.NRT_CPU_TOPOLOGY, FOUR_CPUS.replace("\"node\":0", "\"node\":5")),
                        zone("node-5"),
                        zone("node-63")))
                .isEmpty();
        assertThat(ownCpus(2).fits()).isTrue();
    }

    @Test
    void aZoneBeyondTheAllowedIsLeftOut() {
        nodeSeen(Map.of(), Map.of());

        assertThat(topologySeen(Map.of(Annotations.NRT_CPU_TOPOLOGY, FOUR_CPUS), zone("node-0"), zone("node-64")))
                .singleElement()
                .asString()
                .contains("node-64", "from 0 to 63");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"cpu\":\"NaN\"} | NaN",
                "{\"cpu\":NaN} | NaN",
                "{\"cpu\":0.5} | counts as 1",
                "{\"cpu\":-3} | counts as 1",
                "{\"cpu\":true} | true"
            })
    void aRatioThatIsNoneAmplifiesNothing(String json, String problem) {
        List<String> problems = nodeSeen(Map.of(), Map.of(Annotations.NODE_AMPLIFICATION_RATIO, json));
        topologySeen(Map.of(Annotations.NRT_CPU_TOPOLOGY, FOUR_CPUS), zone("node-0"));

        assertThat(problems).singleElement().asString().contains(problem);
        assertThat(ownCpus(5).fits()).isFalse();
    }

    @Test
    void anEnormousRatioTakesNoPodWithCpusOfItsOwn() {
        nodeSeen(Map.of(), Map.of(Annotations.NODE_AMPLIFICATION_RATIO, "{\"cpu\":1e308}"));
        topologySeen(Map.of(Annotations.NRT_CPU_TOPOLOGY, FOUR_CPUS), zone("node-0"));

        assertThat(ownCpus(2).message()).contains("invalid CPU amplification ratio");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0-", "a", "0-99999", "-1", "1,,2"})
    void aListOfCpusThatIsNoneReservesNothing(String list) {
        nodeSeen(Map.of(), Map.of());

        assertThat(topologySeen(
                        Map.of(
                                Annotations.NRT_CPU_TOPOLOGY,
                                FOUR_CPUS,
                                Annotations.NRT_KUBELET_CPU_MANAGER_POLICY,
                                "{\"policy\":\"static\",\"reservedCPUs\":\"%s\"}".formatted(list)),
                        zone("node-0")))
                .singleElement()
                .asString()
                .contains("field reservedCPUs");
        assertThat(ownCpus(4).fits()).isTrue();
    }

    @Test
    void overlappingListsCountOnce() {
        nodeSeen(Map.of(), Map.of());
        topologySeen(
                Map.of(
                        Annotations.NRT_CPU_TOPOLOGY,
                        FOUR_CPUS,
                        Annotations.NRT_KUBELET_CPU_MANAGER_POLICY,
                        "{\"policy\":\"static\",\"reservedCPUs\":\"0-1,1,0\"}"),
                zone("node-0"));

        assertThat(ownCpus(2).fits()).isTrue();
        assertThat(ownCpus(3).fits()).isFalse();
    }

    @Test
    void cpusOfAnotherNodeInAStatusTakeNothingHere() {
        nodeSeen(Map.of(), Map.of());
        topologySeen(Map.of(Annotations.NRT_CPU_TOPOLOGY, FOUR_CPUS), zone("node-0"));
        Pod stranger = Samples.bound(Samples.pod("stranger", Map.of("cpu", "3")), "n1");
        stranger.getMetadata().setLabels(Map.of("koordinator.sh/qosClass", "LSR"));
        stranger.getMetadata()
                .setAnnotations(Map.of(
                        Annotations.POD_RESOURCE_STATUS,
                        "{\"cpuset\":\"2,40-41\",\"numaNodeResources\":"
                                + "[{\"node\":77,\"resources\":{\"cpu\":\"2\"}}]}"));

        ledger.podSeen(PodFactsReader.read(stranger));

        assertThat(ledger.view().node("n1").orElseThrow().numa().availableCpus().format())
                .isEqualTo("0-1,3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                Annotations.POD_RESOURCE_STATUS,
                Annotations.POD_RESOURCE_SPEC,
                Annotations.POD_NUMA_TOPOLOGY_SPEC,
                Annotations.POD_DEVICE_ALLOCATED,
                Annotations.POD_LOAD_FACTORS
            })
    void aMebibyteOfAnnotationIsNoReasonToThrow(String name) {
        nodeSeen(Map.of(), Map.of());
        topologySeen(Map.of(Annotations.NRT_CPU_TOPOLOGY, FOUR_CPUS), zone("node-0"));
        Pod pod = Samples.bound(Samples.pod("large", Map.of("cpu", "2")), "n1");
        pod.getMetadata().setAnnotations(Map.of(name, "[".repeat(1 << 20)));

        ledger.podSeen(PodFactsReader.read(pod));

        assertThat(ownCpus(2).fits()).isTrue();
    }
}
