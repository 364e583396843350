package io.koordbridge.scheduler.facts.numa;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodNumaProblemsTest {

    private static Pod annotated(String name, String value) {
        Pod pod = Samples.pod("p", Map.of("cpu", "2"));
        pod.getMetadata().setAnnotations(Map.of(name, value));
        return pod;
    }

    private static List<String> problems(Pod pod) {
        return PodNumaProblems.of(pod, Samples.topology(4));
    }

    @Test
    void whatASchedulerHasNotWrittenIsNotLookedAt() {
        Pod waiting = annotated(Annotations.POD_RESOURCE_STATUS, "{");

        assertThat(problems(waiting)).isEmpty();
        assertThat(problems(Samples.bound(waiting, "n1"))).hasSize(1);
    }

    @Test
    void whatASchedulerGivesIsInOrder() {
        Pod pod = annotated(
                Annotations.POD_RESOURCE_STATUS,
                "{\"cpuset\":\"0-1\",\"numaNodeResources\":[{\"node\":0,\"resources\":{\"cpu\":\"2\"}}]}");

        assertThat(problems(Samples.bound(pod, "n1"))).isEmpty();
    }

    @Test
    void cpusOfANodeWithoutTopologyAreNotJudged() {
        Pod pod = Samples.bound(annotated(Annotations.POD_RESOURCE_STATUS, "{\"cpuset\":\"99\"}"), "n1");

        assertThat(PodNumaProblems.of(pod, NumaTopology.NONE)).isEmpty();
        assertThat(problems(pod))
                .singleElement()
                .asString()
                .contains("field cpuset: '99'", "allowed: CPUs of its node, 0-3");
    }

    @Test
    void eachUnknownWishIsNamedWithWhatIsAllowed() {
        assertThat(problems(annotated(
                        Annotations.POD_RESOURCE_SPEC,
                        "{\"requiredCPUBindPolicy\":\"x\",\"preferredCPUBindPolicy\":\"FullPCPUs\","
                                + "\"preferredCPUExclusivePolicy\":\"y\"}")))
                .satisfiesExactly(
                        first -> assertThat(first).contains("requiredCPUBindPolicy: 'x'", "allowed: Default,"),
                        second -> assertThat(second)
                                .contains("preferredCPUExclusivePolicy: 'y'", "None, PCPULevel, NUMANodeLevel"));
        assertThat(problems(annotated(Annotations.POD_NUMA_TOPOLOGY_SPEC, "{\"singleNUMANodeExclusive\":\"z\"}")))
                .singleElement()
                .asString()
                .contains("'z'", "Preferred, Required");
    }
}
