package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ResourceStatus;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pod of high priority that needs room in one NUMA node, behind a stock kube-scheduler on a real API server. */
@Tag("versions-kubernetes")
class PreemptionIT {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Map<String, Integer> PRIORITIES = Map.of("low", 9_100, "middle", 9_200, "high", 9_500);

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static ExtenderProcess extender;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        TopologyCluster.installTopologies(controlPlane.client());
        PRIORITIES.forEach((name, value) -> controlPlane
                .client()
                .resource(new PriorityClassBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withValue(value)
                        .build())
                .create());
        extender = new ExtenderProcess(controlPlane.kubeconfig(), directory);
        extender.start();
        controlPlane.startScheduler(extender.schedulerConfiguration());
    }

    @AfterAll
    static void stop() {
        if (extender != null) {
            extender.close();
        }
        if (controlPlane != null) {
            controlPlane.stopScheduler();
        }
    }

    /**
     * Two NUMA nodes of 8 cpus, a pod of each priority on both. kube-scheduler would have the two least important pods leave, one of each
     * NUMA node; the pod needs one NUMA node for itself.
     */
    @Test
    void moreVictimsMakeRoomInOneNumaNode() {
        String node = "n4";
        TopologyCluster.createNode(controlPlane, node);
        onNode("first", node, "0-3", 0, "middle");
        onNode("second", node, "4-7", 0, "low");
        onNode("third", node, "8-11", 1, "middle");
        onNode("fourth", node, "12-15", 1, "low");
        await().atMost(SOON)
                .until(() -> extender.knowsTopology(node)
                        && extender.view("/nodes/" + node).path("pods").asInt() == 4);

        controlPlane.client().resource(pod("high", 8, "high")).create();
        await().atMost(SOON).until(() -> Scene.isPlaced(find("high")));

        assertThat(cpus(find("high"))).isEqualTo("8-15");
        assertThat(find("first")).isNotNull();
        assertThat(List.of("second", "third", "fourth"))
                .allSatisfy(name -> assertThat(find(name)).isNull());
        JsonNode explained = extender.view("/pods/default/high").at("/preempt/nodes/" + node);
        assertThat(explained.path("considered").toString())
                .isEqualTo("[\"default/first\",\"default/third\",\"default/fourth\",\"default/second\"]");
        assertThat(explained.path("victims")).hasSize(3);
    }

    /** Later releases of kube-scheduler name a node that only this extender refuses, with an empty list of victims. */
    @Test
    void aNodeThatOnlyTheExtenderRefusesIsServedInBothForms() {
        String node = "n6";
        TopologyCluster.createNode(controlPlane, node);
        onNode("here", node, "0-1", 0, "middle");
        onNode("there", node, "8-9", 1, "low");
        await().atMost(SOON)
                .until(() -> extender.knowsTopology(node)
                        && extender.view("/nodes/" + node).path("pods").asInt() == 2);
        Pod asking = pod("asking", 8, "high");
        asking.getSpec().setPriority(PRIORITIES.get("high"));
        String whole = Serialization.asJson(asking);

        JsonNode byUid = extender.answer(
                "preempt",
                "{\"Pod\":%s,\"NodeNameToMetaVictims\":{\"%s\":{\"Pods\":[],\"NumPDBViolations\":0}}}"
                        .formatted(whole, node));
        JsonNode asPods = extender.answer(
                "preempt",
                "{\"Pod\":%s,\"NodeNameToVictims\":{\"%s\":{\"Pods\":null,\"NumPDBViolations\":0}}}"
                        .formatted(whole, node));

        String victim = find("there").getMetadata().getUid();
        assertThat(byUid.at("/NodeNameToMetaVictims/" + node + "/Pods"))
                .singleElement()
                .satisfies(pod -> assertThat(pod.path("UID").asText()).isEqualTo(victim));
        assertThat(asPods).isEqualTo(byUid);
    }

    private static Pod find(String name) {
        return controlPlane
                .client()
                .pods()
                .inNamespace("default")
                .withName(name)
                .get();
    }

    private static String cpus(Pod pod) {
        return AnnotationCodec.read(pod, Annotations.POD_RESOURCE_STATUS, ResourceStatus.class)
                .orElseThrow()
                .cpuset();
    }

    /** A pod that was bound with these cpus before. */
    private static void onNode(String name, String node, String cpus, int numaNode, String priority) {
        int count = CpuSet.parse(cpus).size();
        String status = "{\"cpuset\":\"%s\",\"numaNodeResources\":[{\"node\":%d,\"resources\":{\"cpu\":\"%d\"}}]}"
                .formatted(cpus, numaNode, count);
        Pod pod = new PodBuilder(pod(name, count, priority))
                .editMetadata()
                .addToAnnotations(Annotations.POD_RESOURCE_STATUS, status)
                .endMetadata()
                .editSpec()
                .withNodeName(node)
                .endSpec()
                .build();
        controlPlane.client().resource(pod).create();
    }

    private static Pod pod(String name, int cpus, String priority) {
        Map<String, Quantity> requests =
                Map.of("cpu", new Quantity(Integer.toString(cpus)), "memory", new Quantity("64Mi"));
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .addToLabels(Labels.POD_QOS_CLASS, "LSR")
                .addToLabels(Labels.POD_PRIORITY_CLASS, "koord-prod")
                .addToAnnotations(Annotations.POD_NUMA_TOPOLOGY_SPEC, "{\"numaTopologyPolicy\":\"SingleNUMANode\"}")
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("koord-scheduler")
                .withPriorityClassName(priority)
                .withTerminationGracePeriodSeconds(0L)
                .addNewContainer()
                .withName("main")
                .withImage("none")
                .withNewResources()
                .withRequests(requests)
                .withLimits(requests)
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
