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
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
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

/** Pods with CPUs of their own, behind a stock kube-scheduler on a real API server. */
class CpuBindingIT {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String CRD = "charts/koord-bridge/crds/noderesourcetopologies.topology.node.k8s.io-v1.yml";

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static ExtenderProcess extender;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        KubernetesClient client = controlPlane.client();
        try (InputStream definition =
                Files.newInputStream(ProjectLayout.find().root().resolve(CRD))) {
            client.load(definition).create();
        }
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> client.resources(NodeResourceTopology.class).list() != null);
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
            controlPlane.close();
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

    private static CpuSet cpus(Pod pod) {
        return CpuSet.parse(AnnotationCodec.read(pod, Annotations.POD_RESOURCE_STATUS, ResourceStatus.class)
                .orElseThrow()
                .cpuset());
    }

    private static void ownCpus(Scene scene, String suffix, String cpus) {
        Pod plain = scene.unbornPod(suffix, Map.of("cpu", cpus, "memory", "64Mi"));
        controlPlane
                .client()
                .resource(new PodBuilder(plain)
                        .editMetadata()
                        .addToLabels(Labels.POD_QOS_CLASS, "LSR")
                        .addToLabels(Labels.POD_PRIORITY_CLASS, "koord-prod")
                        .endMetadata()
                        .build())
                .create();
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
