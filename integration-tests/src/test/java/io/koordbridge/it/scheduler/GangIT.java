package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.podgroup.PodGroupSpec;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gangs behind a stock kube-scheduler on a real API server. */
@Tag("versions-kubernetes")
class GangIT {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration A_WHILE = Duration.ofSeconds(8);

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static ExtenderProcess extender;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        KubernetesClient client = controlPlane.client();
        ChartDefinitions.install(client, PodGroup.class);
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
    void noneIsPlacedUntilTheMinimumExistsThenAllAre() {
        try (Scene scene = new Scene(controlPlane, "whole")) {
            scene.node("a", 2_000, "8Gi");
            scene.node("b", 1_000, "8Gi");
            Map<String, String> gang = declared("whole", 3);
            member(scene, "p1", gang);
            Pod second = member(scene, "p2", gang);
            assertNonePlaced(scene);
            assertThat(scene.failures(second)).anyMatch(text -> text.contains("fewer pods than the minimum exist"));

            member(scene, "p3", gang);

            scene.awaitPlaced(3);
            assertThat(scene.placedMilliCpu()).isEqualTo(Map.of("whole-a", 2_000L, "whole-b", 1_000L));
        }
    }

    @Test
    void aGangWithoutRoomForItsMinimumTakesNothingFromOthers() {
        try (Scene scene = new Scene(controlPlane, "large")) {
            scene.node("a", 2_000, "8Gi");
            Map<String, String> gang = declared("large", 3);
            for (int pod = 0; pod < 3; pod++) {
                member(scene, "p" + pod, gang);
            }
            assertNonePlaced(scene);

            scene.batchPod("single", 2_000, "1Gi");

            scene.awaitPlaced(1);
            assertThat(scene.placedPods())
                    .extracting(pod -> pod.getMetadata().getName())
                    .containsExactly("large-single");
        }
    }

    @Test
    void ofTwoGangsThatFitHalfEachOneRunsAndTheOtherFollowsWhenItEnds() {
        try (Scene scene = new Scene(controlPlane, "two")) {
            scene.node("a", 2_000, "8Gi");
            scene.node("b", 2_000, "8Gi");
            List<Pod> versions = new CopyOnWriteArrayList<>();
            try (Watch watch = scene.watchPods(versions)) {
                for (int pod = 0; pod < 3; pod++) {
                    member(scene, "x" + pod, declared("x", 3));
                    member(scene, "y" + pod, declared("y", 3));
                }
                scene.awaitPlaced(3);
                assertOneGang(scene);
                String first = gangs(scene).get(0);

                scene.placedPods()
                        .forEach(pod -> controlPlane
                                .client()
                                .resource(pod)
                                .withGracePeriod(0)
                                .delete());

                await().atMost(SOON).until(() -> scene.placedPods().size() == 3);
                assertOneGang(scene);
                assertThat(gangs(scene)).doesNotContain(first);
                assertThat(watch).isNotNull();
            }
        }
    }

    @Test
    void aPodGroupIsPlacedWhole() {
        try (Scene scene = new Scene(controlPlane, "group")) {
            scene.node("a", 4_000, "8Gi");
            Pod early = labelled(scene, "p0");
            assertNonePlaced(scene);
            assertThat(scene.failures(early)).anyMatch(text -> text.contains("no valid minimum yet"));
            PodGroup group = new PodGroup();
            group.setMetadata(new ObjectMetaBuilder()
                    .withNamespace("default")
                    .withName("team")
                    .build());
            group.setSpec(new PodGroupSpec(2L, null, null));
            controlPlane.client().resource(group).create();

            labelled(scene, "p1");

            scene.awaitPlaced(2);
        }
    }

    @Test
    void aPlanThatKubeSchedulerCannotFollowIsGivenUpAndLeavesRoom() {
        try (Scene scene = new Scene(controlPlane, "spread")) {
            scene.node("a", 4_000, "8Gi");
            Map<String, String> gang = declared("spread", 2);
            for (int pod = 0; pod < 2; pod++) {
                controlPlane.client().resource(apart(scene, "p" + pod, gang)).create();
            }
            assertNonePlaced(scene);

            scene.node("b", 4_000, "8Gi");

            scene.awaitPlaced(2);
            assertThat(scene.placedMilliCpu()).hasSize(2);
        }
    }

    private static void assertNonePlaced(Scene scene) {
        await().during(A_WHILE)
                .atMost(A_WHILE.plus(SOON))
                .until(() -> scene.placedPods().isEmpty());
    }

    private static void assertOneGang(Scene scene) {
        await().during(Duration.ofSeconds(3))
                .atMost(SOON)
                .until(() -> gangs(scene).size() == 1 && scene.placedPods().size() == 3);
    }

    private static List<String> gangs(Scene scene) {
        return scene.placedPods().stream()
                .map(pod -> pod.getMetadata().getAnnotations().get(Annotations.GANG_NAME))
                .distinct()
                .collect(Collectors.toList());
    }

    private static Map<String, String> declared(String gang, int minimum) {
        return Map.of(Annotations.GANG_NAME, gang, Annotations.GANG_MIN_AVAILABLE, Integer.toString(minimum));
    }

    private static Pod member(Scene scene, String suffix, Map<String, String> annotations) {
        return controlPlane
                .client()
                .resource(unborn(scene, suffix, annotations))
                .create();
    }

    private static Pod unborn(Scene scene, String suffix, Map<String, String> annotations) {
        return new PodBuilder(scene.unbornPod(suffix, Map.of(Scene.BATCH_CPU, "1000", Scene.BATCH_MEMORY, "1Gi")))
                .editMetadata()
                .addToAnnotations(annotations)
                .endMetadata()
                .build();
    }

    private static Pod labelled(Scene scene, String suffix) {
        return controlPlane
                .client()
                .resource(new PodBuilder(unborn(scene, suffix, Map.of()))
                        .editMetadata()
                        .addToLabels(Labels.POD_GROUP, "team")
                        .endMetadata()
                        .build())
                .create();
    }

    /** Pods that refuse each other's node: a constraint that only kube-scheduler knows. */
    private static Pod apart(Scene scene, String suffix, Map<String, String> annotations) {
        return new PodBuilder(unborn(scene, suffix, annotations))
                .editSpec()
                .withNewAffinity()
                .withNewPodAntiAffinity()
                .addNewRequiredDuringSchedulingIgnoredDuringExecution()
                .withTopologyKey("kubernetes.io/hostname")
                .withNewLabelSelector()
                .addToMatchLabels("scene", "spread")
                .endLabelSelector()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endPodAntiAffinity()
                .endAffinity()
                .endSpec()
                .build();
    }
}
