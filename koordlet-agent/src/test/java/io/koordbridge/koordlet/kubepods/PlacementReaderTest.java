package io.koordbridge.koordlet.kubepods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlacementReaderTest {

    private final List<String> problems = new ArrayList<>();

    private static Pod pod(String qos, Map<String, Quantity> requests, String status) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("mine")
                .withUid("u")
                .addToLabels("koordinator.sh/qosClass", qos)
                .addToAnnotations("scheduling.koordinator.sh/resource-status", status)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .addToRequests(requests)
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private PodInfo.Placement read(Pod pod) {
        return PlacementReader.of(pod, problems::add);
    }

    @Test
    void cpusThatThePodRequestsAreItsPlacement() {
        PodInfo.Placement read = read(pod("LSR", Map.of("cpu", new Quantity("2")), "{\"cpuset\":\"2-3\"}"));

        assertThat(read.cpus()).isEqualTo(CpuSet.parse("2-3"));
        assertThat(read.byScheduler()).isTrue();
        assertThat(problems).isEmpty();
    }

    @Test
    void batchCpuCountsAsWell() {
        Map<String, Quantity> batch = Map.of(ResourceNames.BATCH_CPU, new Quantity("2000"));

        assertThat(read(pod("BE", batch, "{\"cpuset\":\"2-3\"}")).cpus()).isEqualTo(CpuSet.parse("2-3"));
    }

    @Test
    void oneCpuMoreThanRequestedIsNoPlacementAndIsSaid() {
        Pod pod = pod("LSR", Map.of("cpu", new Quantity("1")), "{\"cpuset\":\"1-63\"}");

        assertThat(read(pod)).isEqualTo(PodInfo.Placement.NONE);
        assertThat(problems)
                .containsExactly(
                        "Pod/shop/mine: invalid scheduling.koordinator.sh/resource-status, field cpuset: '1-63';"
                                + " allowed: as many CPUs as the pod requests, which are 1000 milli-CPU; it counts as absent");
    }

    /** As the table of ResourceStatusReader says. */
    @Test
    void partsThatCannotBeReadAreLeftOutAndNamed() {
        Map<String, Quantity> two = Map.of("cpu", new Quantity("2"));

        PodInfo.Placement read = read(
                pod(
                        "LSR",
                        two,
                        "{\"cpuset\":\"a-b\",\"numaNodeResources\":[{\"node\":-1},{\"node\":1,\"resources\":{\"cpu\":\"2\"}}]}"));

        assertThat(read).isEqualTo(new PodInfo.Placement("a-b", CpuSet.EMPTY, List.of(1), true));
        assertThat(problems)
                .satisfiesExactly(
                        first -> assertThat(first).contains("field cpuset: 'a-b'", "it counts as absent"),
                        second -> assertThat(second).contains("field numaNodeResources.node: '[-1]'"));
        assertThat(read(pod("LSR", two, "{\"cpuset\":\"0\",\"numaNodeResources\":7}")))
                .isEqualTo(PodInfo.Placement.NONE);
    }

    @Test
    void aPodOfLessThanACoreHasNoCpuOfItsOwn() {
        assertThat(read(pod("LSR", Map.of("cpu", new Quantity("999m")), "{\"cpuset\":\"1\"}")))
                .isEqualTo(PodInfo.Placement.NONE);
        assertThat(read(pod("LSR", Map.of("cpu", new Quantity("-8")), "{\"cpuset\":\"1\"}")))
                .isEqualTo(PodInfo.Placement.NONE);
    }

    @Test
    void noAnnotationGivesMoreCpusThanTheRequest() {
        Random random = new Random(33);
        for (int i = 0; i < 2_000; i++) {
            long milli = random.nextInt(70_000);
            int first = random.nextInt(64);
            int last = first + random.nextInt(64);
            String status = "{\"cpuset\":\"" + first + "-" + last + "," + random.nextInt(200) + "\"}";

            PodInfo.Placement read = read(pod("LSR", Map.of("cpu", new Quantity(milli + "m")), status));

            assertThat(read.cpus().size() * 1000L).isLessThanOrEqualTo(milli);
        }
    }
}
