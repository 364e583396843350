package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reservations behind a stock kube-scheduler on a real API server. */
class ReservationIT {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String STRANGER_REASON = "Insufficient kubernetes.io/batch-cpu beside reservations";

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static ExtenderProcess extender;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        ChartDefinitions.install(controlPlane.client(), Reservation.class);
        extender = new ExtenderProcess(controlPlane.kubeconfig(), directory, "--set=reservation.gcDuration=1s");
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
    void strangersStayOutAnOwnerGetsInAndARestartForgetsNothing() {
        try (Scene scene = new Scene(controlPlane, "kept")) {
            scene.node("a", 4_000, "8Gi");
            reserve(scene, "kept", "ttl: 1h");
            awaitPhase("kept", "Available");
            Pod stranger = scene.batchPod("stranger", 2_000, "1Gi");
            awaitRefused(scene, stranger);

            extender.crash();
            extender.start();
            Pod second = scene.batchPod("second", 2_000, "1Gi");
            awaitRefused(scene, second);
            List<Pod> versions = new CopyOnWriteArrayList<>();
            try (Watch watch = scene.watchPods(versions)) {
                Pod owner = owner(scene, "owner", 3_000);

                assertThat(scene.nodeOf(owner)).isEqualTo("kept-a");
                awaitPhase("kept", "Succeeded");
                assertThat(watch).isNotNull();
                assertThat(versions)
                        .filteredOn(Scene::isPlaced)
                        .filteredOn(pod -> pod.getMetadata()
                                .getUid()
                                .equals(owner.getMetadata().getUid()))
                        .isNotEmpty()
                        .allSatisfy(pod -> assertThat(pod.getMetadata().getAnnotations())
                                .containsKey(Annotations.POD_RESERVATION_ALLOCATED));
            }
            // Collected after its end; what the owner left is for others.
            await().atMost(SOON).until(() -> find("kept") == null);
            assertThat(scene.placedPods()).hasSize(1);
        }
    }

    @Test
    void roomComesBackWhenItsTimeIsOverAndThePodThatWaitedIsPlaced() {
        try (Scene scene = new Scene(controlPlane, "ends")) {
            scene.node("a", 4_000, "8Gi");
            reserve(scene, "ends", "ttl: 20s");
            awaitPhase("ends", "Available");
            Pod stranger = scene.batchPod("stranger", 2_000, "1Gi");
            awaitRefused(scene, stranger);

            assertThat(scene.nodeOf(stranger)).isEqualTo("ends-a");
        }
    }

    @Test
    void manyPodsShareOneThatIsNotForOnePodOnly() {
        try (Scene scene = new Scene(controlPlane, "many")) {
            scene.node("a", 4_000, "8Gi");
            scene.node("b", 8_000, "8Gi");
            reserve(scene, "many", "allocateOnce: false, allocatePolicy: Restricted");
            awaitPhase("many", "Available");

            scene.nodeOf(owner(scene, "o1", 1_000));
            scene.nodeOf(owner(scene, "o2", 1_000));

            await().atMost(SOON)
                    .until(() -> Objects.requireNonNullElse(status("many").currentOwners(), List.of())
                                    .size()
                            == 2);
            assertThat(status("many").allocated().get(Scene.BATCH_CPU).getNumericalAmount())
                    .isEqualByComparingTo("2000");
            String version = find("many").getMetadata().getResourceVersion();
            await().during(Duration.ofSeconds(4))
                    .atMost(SOON)
                    .until(() -> version.equals(find("many").getMetadata().getResourceVersion()));
            controlPlane.client().resource(find("many")).delete();
        }
    }

    private static void awaitRefused(Scene scene, Pod pod) {
        await().atMost(SOON)
                .until(() -> scene.failures(pod).stream().anyMatch(message -> message.contains(STRANGER_REASON)));
    }

    private static Pod owner(Scene scene, String suffix, long milliCpu) {
        Map<String, String> requests = Map.of(Scene.BATCH_CPU, Long.toString(milliCpu), Scene.BATCH_MEMORY, "1Gi");
        return controlPlane
                .client()
                .resource(new PodBuilder(scene.unbornPod(suffix, requests))
                        .editMetadata()
                        .addToLabels("reserved-for", "owner")
                        .endMetadata()
                        .build())
                .create();
    }

    private static void reserve(Scene scene, String name, String fields) {
        Pod pod = scene.unbornPod("template", Map.of(Scene.BATCH_CPU, "3000", Scene.BATCH_MEMORY, "4Gi"));
        String yaml = """
                apiVersion: scheduling.koordinator.sh/v1alpha1
                kind: Reservation
                metadata: {name: %s}
                spec: {owners: [{labelSelector: {matchLabels: {reserved-for: owner, scene: %s}}}], %s}
                """.formatted(name, name, fields);
        GenericKubernetesResource object = Serialization.unmarshal(yaml, GenericKubernetesResource.class);
        Map<String, Object> spec = object.get("spec");
        spec.put("template", Map.of("spec", pod.getSpec()));
        controlPlane.client().resource(object).create();
    }

    private static Reservation find(String name) {
        KubernetesClient client = controlPlane.client();
        return client.resources(Reservation.class).withName(name).get();
    }

    private static ReservationStatus status(String name) {
        return find(name).getStatus();
    }

    private static void awaitPhase(String name, String phase) {
        await("reservation " + name + " " + phase).atMost(SOON).until(() -> {
            Reservation found = find(name);
            return found == null
                    ? phase.equals("Succeeded")
                    : found.getStatus() != null
                            && phase.equals(found.getStatus().phase());
        });
    }
}
