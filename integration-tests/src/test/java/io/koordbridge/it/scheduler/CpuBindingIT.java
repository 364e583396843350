package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ResourceStatus;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pods with CPUs of their own, behind a stock kube-scheduler on a real API server. */
class CpuBindingIT {

    private static final Logger LOG = LoggerFactory.getLogger(CpuBindingIT.class);
    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static ExtenderProcess extender;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        KubernetesClient client = controlPlane.client();
        ChartDefinitions.install(client, NodeResourceTopology.class);
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

    @Test
    void givesEachPodItsOwnCpusByTheWriteThatBinds() {
        try (Scene scene = new Scene(controlPlane, "cpus")) {
            String node = scene.node("two-sockets", 0, "0");
            topology(node, 2, 2);
            List<Pod> versions = new CopyOnWriteArrayList<>();
            try (Watch watch = scene.watchPods(versions)) {
                for (int pod = 0; pod < 2; pod++) {
                    ownCpus(scene, "p" + pod, "2");
                }
                ownCpus(scene, "last", "1");
                scene.awaitPlaced(2);
                await().atMost(SOON)
                        .until(() -> scene.pods().stream()
                                .filter(pod -> !Scene.isPlaced(pod))
                                .anyMatch(pod -> !scene.failures(pod).isEmpty()));
            }

            List<CpuSet> given =
                    scene.placedPods().stream().map(CpuBindingIT::cpus).toList();
            assertThat(given)
                    .hasSize(2)
                    .allSatisfy(cpus -> assertThat(cpus.size()).isEqualTo(2));
            assertThat(given.get(0).intersection(given.get(1)).isEmpty()).isTrue();
            assertThat(versions)
                    .filteredOn(Scene::isPlaced)
                    .allSatisfy(version -> assertThat(cpus(version).size()).isEqualTo(2));
        }
    }

    /** A custom resource is no event of kube-scheduler: without being asked it would try the pod again after five minutes. */
    @Test
    void aRefusedPodIsTriedAgainWhenTheTopologyArrives() {
        try (Scene scene = new Scene(controlPlane, "late")) {
            String node = scene.node("late", 0, "0");
            await().atMost(SOON).until(() -> extender.knows(node));
            ownCpus(scene, "p", "2");
            await().atMost(SOON)
                    .until(() -> scene.pods().stream()
                            .flatMap(pod -> scene.failures(pod).stream())
                            .anyMatch(message -> message.contains("invalid CPU Topology")));
            JsonNode report = extender.view("/pods/default/late-p");
            assertThat(report.at("/filter/refused/0/reason").asText()).contains("invalid CPU Topology");
            assertThat(report.path("scheduler").asText()).contains("invalid CPU Topology");

            topology(node, 2, 2);

            scene.awaitPlaced(1);
            assertThat(cpus(scene.placedPods().get(0)).size()).isEqualTo(2);
            assertThat(extender.view("/pods/default/late-p")
                            .at("/bind/scores/numa")
                            .isNumber())
                    .isTrue();
        }
    }

    /** Three seconds are the aim; a busy machine may take longer. */
    @Test
    void aPodRefusedForRoomInANumaNodeIsBoundSoonAfterAPodThereGoes() {
        try (Scene scene = new Scene(controlPlane, "room")) {
            String node = scene.node("two-numa-nodes", 0, "0");
            topology(node, 2, 2);
            bound(scene, "p0", node, 0);
            bound(scene, "p1", node, 1);
            await().atMost(SOON)
                    .until(() -> extender.view("/nodes/" + node).path("pods").asInt() == 2);
            aligned(scene, "late");
            await().atMost(SOON)
                    .until(() -> scene.pods().stream()
                            .filter(pod -> !Scene.isPlaced(pod))
                            .flatMap(pod -> scene.failures(pod).stream())
                            .anyMatch(message -> message.contains("NUMA")));

            long begin = System.nanoTime();
            controlPlane
                    .client()
                    .pods()
                    .inNamespace("default")
                    .withName("room-p0")
                    .withGracePeriod(0)
                    .delete();
            await().atMost(SOON)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> Scene.isPlaced(controlPlane
                            .client()
                            .pods()
                            .inNamespace("default")
                            .withName("room-late")
                            .get()));

            LOG.info("Bound after room was left millis={}", (System.nanoTime() - begin) / 1_000_000);
        }
    }

    private static CpuSet cpus(Pod pod) {
        return CpuSet.parse(AnnotationCodec.read(pod, Annotations.POD_RESOURCE_STATUS, ResourceStatus.class)
                .orElseThrow()
                .cpuset());
    }

    private static void ownCpus(Scene scene, String suffix, String cpus) {
        ownCpus(scene, suffix, cpus, Map.of());
    }

    /** Two CPUs of one NUMA node. */
    private static void aligned(Scene scene, String suffix) {
        ownCpus(
                scene,
                suffix,
                "2",
                Map.of(Annotations.POD_NUMA_TOPOLOGY_SPEC, "{\"numaTopologyPolicy\":\"SingleNUMANode\"}"));
    }

    /** A pod that was bound before, with the first CPU of a NUMA node of two. */
    private static void bound(Scene scene, String suffix, String node, int numaNode) {
        String status = "{\"cpuset\":\"%d\",\"numaNodeResources\":[{\"node\":%d,\"resources\":{\"cpu\":\"1\"}}]}"
                .formatted(2 * numaNode, numaNode);
        Pod waiting = ofOwnCpus(scene, suffix, "1", Map.of(Annotations.POD_RESOURCE_STATUS, status));
        controlPlane
                .client()
                .resource(new PodBuilder(waiting)
                        .editSpec()
                        .withNodeName(node)
                        .endSpec()
                        .build())
                .create();
    }

    private static void ownCpus(Scene scene, String suffix, String cpus, Map<String, String> annotations) {
        controlPlane
                .client()
                .resource(ofOwnCpus(scene, suffix, cpus, annotations))
                .create();
    }

    private static Pod ofOwnCpus(Scene scene, String suffix, String cpus, Map<String, String> annotations) {
        return new PodBuilder(scene.unbornPod(suffix, Map.of("cpu", cpus, "memory", "64Mi")))
                .editMetadata()
                .addToLabels(Labels.POD_QOS_CLASS, "LSR")
                .addToLabels(Labels.POD_PRIORITY_CLASS, "koord-prod")
                .addToAnnotations(annotations)
                .endMetadata()
                .build();
    }

    /** One NUMA node to a socket, one thread to a core. */
    private static void topology(String node, int sockets, int cores) {
        List<Zone> zones = new ArrayList<>();
        StringBuilder detail = new StringBuilder();
        for (int socket = 0; socket < sockets; socket++) {
            for (int core = 0; core < cores; core++) {
                int id = socket * cores + core;
                detail.append(detail.isEmpty() ? "" : ",")
                        .append("{\"id\":%d,\"core\":%d,\"socket\":%d,\"node\":%d}"
                                .formatted(id, core, socket, socket));
            }
            zones.add(new Zone(
                    "node-" + socket,
                    "Node",
                    null,
                    List.of(resource("cpu", Integer.toString(cores)), resource("memory", "8Gi"))));
        }
        NodeResourceTopology object = new NodeResourceTopology();
        object.setMetadata(new ObjectMetaBuilder()
                .withName(node)
                .addToAnnotations(Annotations.NRT_CPU_TOPOLOGY, "{\"detail\":[" + detail + "]}")
                .build());
        object.setTopologyPolicies(List.of("None"));
        object.setZones(zones);
        controlPlane.client().resource(object).create();
        await().atMost(SOON).until(() -> extender.knowsTopology(node));
    }

    private static ZoneResource resource(String name, String amount) {
        Quantity quantity = new Quantity(amount);
        return new ZoneResource(name, quantity, quantity, quantity);
    }
}
