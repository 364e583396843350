package io.koordbridge.koordlet.kubepods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.testkit.work.LinearWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What others write is read in time and memory that grow with it and no faster. */
class ForeignInputTest {

    @TestFactory
    Stream<DynamicTest> readsInLinearWork() {
        return Stream.of(
                LinearWork.test(
                        "containers with a resource each",
                        2_000,
                        size -> pod("{}", containers(size, null), List.of()),
                        ForeignInputTest::read),
                LinearWork.test(
                        "sidecars with a resource each",
                        2_000,
                        size -> pod("{}", List.of(), containers(size, "Always")),
                        ForeignInputTest::read),
                LinearWork.test(
                        "nodes of a placement",
                        500,
                        size -> pod(
                                "{\"numaNodeResources\":[" + numbered("{\"node\":%d}", size) + "]}",
                                List.of(),
                                List.of()),
                        ForeignInputTest::read));
    }

    private static void read(Pod pod) {
        PodInfos.of(pod, problem -> {});
    }

    private static String numbered(String form, int size) {
        return IntStream.range(0, size).mapToObj(form::formatted).collect(Collectors.joining(","));
    }

    private static List<Container> containers(int size, String restartPolicy) {
        return IntStream.range(0, size)
                .mapToObj(at -> new ContainerBuilder()
                        .withName("c" + at)
                        .withRestartPolicy(restartPolicy)
                        .withNewResources()
                        .addToRequests("example.com/r" + at, new Quantity("1"))
                        .endResources()
                        .build())
                .toList();
    }

    private static Pod pod(String status, List<Container> containers, List<Container> init) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("p")
                .withUid("u")
                .addToAnnotations(Annotations.POD_RESOURCE_STATUS, status)
                .endMetadata()
                .withNewSpec()
                .withContainers(containers)
                .withInitContainers(init)
                .endSpec()
                .build();
    }

    /** A quantity of 250,000 digits took nine seconds at each event of the pod, and again every ten seconds. */
    @Test
    void readsNeitherALongAnnotationNorALongQuantity() {
        String quantity = "{\"cpuset\":\"1-3\",\"numaNodeResources\":[{\"resources\":{\"cpu\":\"%s\"}}]}";
        for (String digits : List.of("9".repeat(65), "9".repeat(250_000))) {
            List<String> problems = new ArrayList<>();

            PodInfo info = PodInfos.of(pod(quantity.formatted(digits), List.of(), List.of()), problems::add);

            assertThat(info.placement().cpus()).isEqualTo(CpuSet.EMPTY);
            assertThat(problems)
                    .singleElement()
                    .asString()
                    .contains("Pod/default/p", Annotations.POD_RESOURCE_STATUS, PodInfos.COUNTS_AS_ABSENT)
                    .hasSizeLessThan(600);
        }
    }

    @Test
    void readsNoListOfCpusThatNoMachineHas() {
        for (String cpus : List.of("0-4000000000", "0-8192", "0-1,".repeat(10_000) + "2")) {
            List<String> problems = new ArrayList<>();

            PodInfo info = PodInfos.of(pod("{\"cpuset\":\"" + cpus + "\"}", List.of(), List.of()), problems::add);

            assertThat(info.placement().cpus()).isEqualTo(CpuSet.EMPTY);
            assertThat(problems).hasSize(1);
        }
    }

    @Test
    void anEvictionPolicyThatIsTooLongLetsNothingEvictThePod() {
        List<String> problems = new ArrayList<>();
        Pod pod = new PodBuilder(pod("{}", List.of(), List.of()))
                .editMetadata()
                .addToAnnotations(Annotations.POD_EVICTION_POLICY, "[\"" + "x".repeat(20_000) + "\"]")
                .endMetadata()
                .build();

        PodInfo info = PodInfos.of(pod, problems::add);

        assertThat(info.eviction().features()).hasValue(Set.of());
        assertThat(problems).singleElement().asString().contains("no feature evicts the pod");
    }
}
