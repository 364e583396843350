package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HoldingBoundTest {

    private final Map<String, String> labels = new HashMap<>(Map.of(Labels.POD_QOS_CLASS, "LSR"));
    private final Map<String, String> annotations = new HashMap<>();

    private Pod pod(String cpu, String status) {
        annotations.put(Annotations.POD_RESOURCE_STATUS, status.replace('\'', '"'));
        return new PodBuilder(Samples.pod("p", Map.of("cpu", cpu, "memory", "2Gi")))
                .editMetadata()
                .withLabels(labels)
                .withAnnotations(annotations)
                .endMetadata()
                .editSpec()
                .withNodeName("n")
                .endSpec()
                .build();
    }

    private static NumaHolding held(Pod pod) {
        return PodFactsReader.read(pod).numa().holding();
    }

    /** As each start of the process reads it. */
    @Test
    void onePodOfOneCoreNamesAllCpusOfANodeAndHoldsNone() {
        ClusterLedger ledger = new ClusterLedger();
        ledger.nodeSeen(Samples.nodeFacts("n", 1_000, "1Gi"));
        ledger.topologySeen("n", Samples.topology(64));

        Pod pod = pod("1", "{'cpuset':'1-63'}");
        ledger.podSeen(PodFactsReader.read(pod));

        NodeView node = ledger.view().node("n").orElseThrow();
        assertThat(node.numa().availableCpus().size()).isEqualTo(64);
        assertThat(node.requested().get("cpu")).isEqualTo(1_000);
        assertThat(HoldingBound.problems(pod))
                .containsExactly(
                        "annotation scheduling.koordinator.sh/resource-status: cpuset counts as absent: it names 63 CPUs,"
                                + " and the pod requests 1000m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'cpuset':'0-1'} | ''",
                "{'cpuset':'0-2'} | cpuset counts as absent: it names 3 CPUs",
                "{'numaNodeResources':[{'node':0,'resources':{'cpu':'1','memory':'1Gi'}},{'node':1,'resources':{'cpu':'1','memory':'1Gi'}}]} | ''",
                "{'numaNodeResources':[{'node':0,'resources':{'cpu':'1'}},{'node':1,'resources':{'cpu':'1001m'}}]} | cpu of its NUMA nodes counts as absent: it is 2001",
                "{'numaNodeResources':[{'node':0,'resources':{'memory':'3Gi'}}]} | memory of its NUMA nodes counts as absent: it is 3221225472",
                "{'numaNodeResources':[{'node':0,'resources':{'kubernetes.io/batch-cpu':'1'}}]} | kubernetes.io/batch-cpu of"
            })
    void aValueLargerThanTheRequestCountsAsAbsent(String status, String problem) {
        Pod pod = pod("2", status);

        assertThat(held(pod).isEmpty()).isEqualTo(!problem.isEmpty());
        if (problem.isEmpty()) {
            assertThat(HoldingBound.problems(pod)).isEmpty();
        } else {
            assertThat(HoldingBound.problems(pod)).singleElement().asString().contains(problem);
        }
    }

    /** The reader leaves out a resource with an amount below 0, lest it frees what others hold. */
    @Test
    void anAmountBelowNothingFreesNothing() {
        Pod pod = pod(
                "2",
                "{'numaNodeResources':[{'node':0,'resources':{'cpu':'-8'}},{'node':1,'resources':{'cpu':'2','memory':'1Gi'}}]}");

        assertThat(held(pod).quantities().byNode().keySet()).containsExactly(0, 1);
        assertThat(held(pod).quantities().of(0).isZero()).isTrue();
        assertThat(held(pod).quantities().of(1).amounts()).isEqualTo(Map.of("memory", 1L << 30));
    }

    /** What is left of a document with a bad list of CPUs is still held: unknown is not idle. */
    @Test
    void amountsStayWhereTheListOfCpusCannotBeRead() {
        Pod pod = pod("2", "{'cpuset':'1-','numaNodeResources':[{'node':1,'resources':{'cpu':'2'}}]}");

        assertThat(held(pod).cpus().isEmpty()).isTrue();
        assertThat(held(pod).quantities().of(1).amounts()).isEqualTo(Map.of("cpu", 2_000L));
    }

    /** By a resize, say. */
    @Test
    void aPodThatGaveMemoryBackKeepsItsCpus() {
        Pod pod = pod("2", "{'cpuset':'0-1','numaNodeResources':[{'node':3,'resources':{'cpu':'2','memory':'4Gi'}}]}");

        assertThat(held(pod).cpus().format()).isEqualTo("0-1");
        assertThat(held(pod).quantities().of(3).amounts()).isEqualTo(Map.of("cpu", 2_000L));
        assertThat(HoldingBound.problems(pod)).singleElement().asString().contains("memory of its NUMA nodes");
    }

    @Test
    void cpusOfItsOwnNeedTheClassOrABindPolicyThatIsWrittenDown() {
        labels.clear();
        Pod plain = pod("2", "{'cpuset':'0-1'}");
        annotations.put(Annotations.POD_RESOURCE_SPEC, "{\"requiredCPUBindPolicy\":\"FullPCPUs\"}");
        Pod ofANodeThatBinds = pod("2", "{'cpuset':'0-1'}");

        assertThat(held(plain).isEmpty()).isTrue();
        assertThat(HoldingBound.problems(plain)).singleElement().asString().contains("class nor bind policy");
        assertThat(held(ofANodeThatBinds).cpus().format()).isEqualTo("0-1");
    }

    @ParameterizedTest
    @CsvSource({"4, 4, 0-3", "4, 2, 0-3", "2, 4, 0-3", "2, 2, ''"})
    void whileAResizeGivesCpusBackThePodStillHasThem(String allocated, String actual, String held) {
        Pod resized = new PodBuilder(pod("2", "{'cpuset':'0-3'}"))
                .withNewStatus()
                .withContainerStatuses(new ContainerStatusBuilder()
                        .withName("main")
                        .withAllocatedResources(Map.of("cpu", new Quantity(allocated)))
                        .withNewResources()
                        .withRequests(Map.of("cpu", new Quantity(actual)))
                        .endResources()
                        .build())
                .endStatus()
                .build();

        assertThat(held(resized).cpus().format()).isEqualTo(held);
    }

    @Test
    void anAbsurdAmountInAStatusRaisesNothing() {
        Pod pod = new PodBuilder(pod("2", "{'cpuset':'0-3'}"))
                .withNewStatus()
                .withContainerStatuses(new ContainerStatusBuilder()
                        .withName("main")
                        .withAllocatedResources(Map.of("cpu", new Quantity("1e999999999")))
                        .build())
                .endStatus()
                .build();

        assertThat(held(pod).isEmpty()).isTrue();
    }

    @Test
    void whatAPodSaysBeforeItIsBoundIsNoProblem() {
        Pod waiting = pod("1", "{'cpuset':'1-63'}");
        waiting.getSpec().setNodeName(null);

        assertThat(HoldingBound.problems(waiting)).isEmpty();
        assertThat(held(waiting).isEmpty()).isTrue();
    }

    @Test
    void anInfeasibleShrinkLeavesThePodItsCpus() {
        Pod resized = new PodBuilder(pod("2", "{'cpuset':'0-3'}"))
                .withNewStatus()
                .addNewCondition()
                .withType("PodResizePending")
                .withReason("Infeasible")
                .endCondition()
                .addNewContainerStatus()
                .withName("main")
                .withNewResources()
                .addToRequests("cpu", new Quantity("4"))
                .endResources()
                .endContainerStatus()
                .endStatus()
                .build();

        assertThat(held(resized).cpus().format()).isEqualTo("0-3");
        assertThat(HoldingBound.problems(resized)).isEmpty();
    }
}
