package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.numa.NumaTopologyReader;
import io.koordbridge.scheduler.facts.numa.PodNuma;
import io.koordbridge.scheduler.facts.numa.PodNumaProblems;
import io.koordbridge.scheduler.facts.numa.PodNumaReader;
import io.koordbridge.scheduler.facts.reservation.PodClaimReader;
import io.koordbridge.scheduler.place.load.UsageReportReader;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.testkit.work.LinearWork;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** What others write is read in time and memory that grow with it and no faster. */
class ForeignInputTest {

    private static final Quantity ONE = new Quantity("1");

    @TestFactory
    Stream<DynamicTest> readsInLinearWork() {
        return Stream.of(
                LinearWork.test(
                        "containers with a resource each",
                        2_000,
                        size -> pod(containers(size, null), List.of()),
                        PodFactsReader::read),
                LinearWork.test(
                        "sidecars with a resource each",
                        2_000,
                        size -> pod(List.of(), containers(size, "Always")),
                        PodFactsReader::read),
                LinearWork.test(
                        "init containers with a resource each",
                        2_000,
                        size -> pod(List.of(), containers(size, null)),
                        PodFactsReader::read),
                LinearWork.test(
                        "annotations of a pod",
                        20_000,
                        size -> annotated("{\"numaNodeResources\":[" + numbered("{\"node\":%d}", size / 10) + "]}"),
                        PodFactsReader::read),
                LinearWork.test("pods of a report", 2_000, ForeignInputTest::report, ForeignInputTest::usage),
                LinearWork.test("zones of a topology", 2_000, ForeignInputTest::zones, NumaTopologyReader::read),
                LinearWork.test(
                        "amounts of a quota", 2_000, ForeignInputTest::quota, quota -> QuotaReader.quota(quota, null)),
                LinearWork.test(
                        "terms of a claim",
                        1_000,
                        size -> annotated(
                                Annotations.POD_EXACT_MATCH_RESERVATION,
                                "{\"resourceNames\":[" + numbered("\"r%d\"", size) + "]}"),
                        PodClaimReader::read),
                LinearWork.test("CPUs of a topology", 4_000, ForeignInputTest::cpus, NumaTopologyReader::read));
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
                        .addToRequests("example.com/r" + at, ONE)
                        .endResources()
                        .build())
                .toList();
    }

    private static Pod pod(List<Container> containers, List<Container> init) {
        return new PodBuilder(Samples.pod("p", Map.of("cpu", "1")))
                .editSpec()
                .withContainers(containers)
                .withInitContainers(init)
                .endSpec()
                .build();
    }

    private static ElasticQuota quota(int size) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName("q")
                .addToAnnotations(
                        Annotations.QUOTA_SHARED_WEIGHT, "{" + numbered("\"example.com/r%d\":\"1\"", size) + "}")
                .build());
        return quota;
    }

    private static Pod annotated(String status) {
        return annotated(Annotations.POD_RESOURCE_STATUS, status);
    }

    private static Pod annotated(String annotation, String text) {
        return new PodBuilder(Samples.bound(Samples.pod("p", Map.of("cpu", "1")), "n1"))
                .editMetadata()
                .addToAnnotations(annotation, text)
                .endMetadata()
                .build();
    }

    private static NodeMetric report(int pods) {
        NodeMetric metric = new NodeMetric();
        metric.setMetadata(new ObjectMetaBuilder().withName("n1").build());
        List<PodMetricInfo> all = IntStream.range(0, pods)
                .mapToObj(at -> new PodMetricInfo(
                        "p" + at, "default", new ResourceUsage(Map.of("cpu", ONE), null), null, null, null))
                .toList();
        metric.setStatus(new NodeMetricStatus(Instant.EPOCH, null, all, null, null, null));
        return metric;
    }

    private static void usage(NodeMetric report) {
        UsageReportReader.read(report, null, Instant.EPOCH);
    }

    private static NodeResourceTopology topology() {
        NodeResourceTopology object = new NodeResourceTopology();
        object.setMetadata(new ObjectMetaBuilder().withName("n1").build());
        return object;
    }

    private static NodeResourceTopology zones(int size) {
        NodeResourceTopology object = topology();
        object.setZones(IntStream.range(0, size)
                .mapToObj(at -> new Zone("node-" + at, "Node", null, List.of(new ZoneResource("cpu", ONE, ONE, ONE))))
                .toList());
        return object;
    }

    private static NodeResourceTopology cpus(int size) {
        NodeResourceTopology object = topology();
        String one = "{\"id\":%1$d,\"core\":%1$d,\"socket\":0,\"node\":0}";
        object.getMetadata()
                .setAnnotations(Map.of(Annotations.NRT_CPU_TOPOLOGY, "{\"detail\":[" + numbered(one, size) + "]}"));
        return object;
    }

    /** A quantity of 250,000 digits took six seconds at each event of the pod. */
    @Test
    void readsNeitherALongAnnotationNorALongQuantity() {
        String quantity = "{\"numaNodeResources\":[{\"resources\":{\"cpu\":\"%s\"}}]}";
        for (String digits : List.of("9".repeat(65), "9".repeat(250_000))) {
            Pod pod = annotated(quantity.formatted(digits));

            PodNuma numa = PodNumaReader.read(pod);

            assertThat(numa.holding())
                    .isEqualTo(PodNumaReader.read(annotated("{}")).holding());
            assertThat(PodNumaProblems.of(pod, NumaTopologyReader.read(topology())))
                    .singleElement()
                    .asString()
                    .contains(Annotations.POD_RESOURCE_STATUS);
        }
    }

    @Test
    void readsNoListOfCpusThatNoMachineHas() {
        for (String cpus : List.of("0-4000000000", "0-8192", "0-1,".repeat(10_000) + "2")) {
            Pod pod = annotated("{\"cpuset\":\"" + cpus + "\"}");

            assertThat(PodNumaReader.read(pod).holding().cpus()).isEqualTo(CpuSet.EMPTY);
        }
    }

    /** Fifty thousand names, each looked for among all of them, would take minutes. */
    @Test
    @Timeout(60)
    void addsUpAContainerThatNamesThousandsOfResources() {
        Map<String, Quantity> requests =
                IntStream.range(0, 50_000).boxed().collect(Collectors.toMap(at -> "example.com/r" + at, at -> ONE));
        Container one = new ContainerBuilder()
                .withName("c")
                .withNewResources()
                .withRequests(requests)
                .endResources()
                .build();

        PodFacts facts = PodFactsReader.read(pod(List.of(one), List.of(one)));

        assertThat(facts.shape().request().get("example.com/r49999")).isEqualTo(1);
    }

    @Test
    void aPodWhoseLimitIsBeyondAllNumbersIsRefusedInWords() {
        Pod pod = new PodBuilder(Samples.pod("p", Map.of("cpu", "1")))
                .editSpec()
                .editFirstContainer()
                .editOrNewResources()
                .addToLimits("cpu", new Quantity("1", "e50"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();

        assertThatThrownBy(() -> PodFactsReader.read(pod))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("below 1e40");
    }
}
