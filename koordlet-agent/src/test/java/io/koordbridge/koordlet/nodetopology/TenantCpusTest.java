package io.koordbridge.koordlet.nodetopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.protocol.Annotations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an ordinary author of pods can do to the CPUs of the others of the node. */
class TenantCpusTest {

    private static final String ALL = "[{\"socket\":0,\"node\":0,\"cpuset\":\"0-63\"}]";

    private static PodInfo pod(String qos, String cpu, String cpuset) {
        return PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("shop")
                        .withName("mine")
                        .withUid("u")
                        .addToLabels("koordinator.sh/qosClass", qos)
                        .addToAnnotations(Annotations.POD_RESOURCE_STATUS, "{\"cpuset\":\"" + cpuset + "\"}")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withNewResources()
                        .addToRequests("cpu", new Quantity(cpu))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build(),
                problem -> {});
    }

    private static Map<String, String> annotations(PodInfo... pods) {
        List<Processor> processors = IntStream.range(0, 64)
                .mapToObj(cpu -> new Processor(cpu, cpu, 0, 0))
                .toList();
        return TopologyCalculator.of(new TopologyInput(
                        NodeFacts.of(
                                new NodeBuilder()
                                        .withNewMetadata()
                                        .withName("n")
                                        .endMetadata()
                                        .build(),
                                null,
                                problem -> {}),
                        List.of(pods),
                        new MachineFacts(
                                processors,
                                new MachineFacts.CpuModel("", "", false, false, ""),
                                List.of(new MachineFacts.NumaMemory(0, 1 << 30, 0, 0))),
                        Optional.empty(),
                        Map.of()))
                .annotations();
    }

    @ParameterizedTest
    @CsvSource({"'',10m,1-63", "LS,63,1-63", "LSR,1,1-63", "LSE,1,1-63", "BE,10m,1-63", "SYSTEM,63,1-63"})
    void cannotBeTakenByAnAnnotation(String qos, String cpu, String cpuset) {
        Map<String, String> found = annotations(pod(qos, cpu, cpuset));

        assertThat(found).containsEntry(Annotations.NRT_CPU_SHARED_POOLS, ALL);
        assertThat(found).containsEntry(Annotations.NRT_BE_CPU_SHARED_POOLS, ALL);
    }

    @Test
    void areGivenToAPodThatAsksForThemAsTheSchedulerSaid() {
        assertThat(annotations(pod("LSR", "2", "1-2")))
                .containsEntry(Annotations.NRT_CPU_SHARED_POOLS, "[{\"socket\":0,\"node\":0,\"cpuset\":\"0,3-63\"}]");
    }
}
