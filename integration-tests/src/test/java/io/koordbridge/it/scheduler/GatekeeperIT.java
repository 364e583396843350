package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods with our scheduling gate, as the webhook adds it, behind a stock kube-scheduler on a real API server. */
@Tag("versions-kubernetes")
class GatekeeperIT {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration A_WHILE = Duration.ofSeconds(4);
    private static final String OTHER_GATE = "example.com/quota-review";
    private static final int WAITING = 200;
    private static final int ROOM = 10;

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static ExtenderProcess extender;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        ChartDefinitions.install(controlPlane.client(), ElasticQuota.class);
        ChartDefinitions.install(controlPlane.client(), PodGroup.class);
        controlPlane.createNamespace("koordinator-system");
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
    void gatedPodsOfAFullQuotaAreNeverTriedAndEnterByRankWhenItHasRoom() {
        try (Scene scene = new Scene(controlPlane, "gated")) {
            scene.node("large", 0, "0");
            quota("gated", "200m");
            await().atMost(SOON).until(() -> extender.knowsQuota("gated"));
            Pod running = create(inQuota(scene, "running", "200m", 0).build());
            scene.awaitPlaced(1);

            IntStream.range(0, WAITING)
                    .forEach(rank -> create(gated(inQuota(scene, "p" + rank, "20m", rank), WellKnown.SCHEDULING_GATE)));
            Pod reviewed =
                    create(gated(inQuota(scene, "reviewed", "20m", WAITING), OTHER_GATE, WellKnown.SCHEDULING_GATE));
            await().during(A_WHILE)
                    .atMost(A_WHILE.plus(SOON))
                    .until(() -> scene.placedPods().size() == 1);
            assertThat(tried()).isEmpty();

            controlPlane.client().resource(running).withGracePeriod(0).delete();
            scene.awaitPlaced(ROOM);
            assertThat(placed(scene)).isEqualTo(ranks(WAITING - ROOM, WAITING));

            extender.crash();
            setMax("gated", "400m");
            extender.start();

            scene.awaitPlaced(2 * ROOM);
            assertThat(placed(scene)).isEqualTo(ranks(WAITING - 2 * ROOM, WAITING));
            assertThat(controlPlane.client().resource(reviewed).get().getSpec().getSchedulingGates())
                    .extracting(PodSchedulingGate::getName)
                    .containsExactly(OTHER_GATE, WellKnown.SCHEDULING_GATE);
            assertThat(tried()).isEmpty();
        }
    }

    @Test
    void theGatesOfAGangOpenWhenItsMinimumHasRoomAndNoneIsTriedBefore() {
        try (Scene scene = new Scene(controlPlane, "gang")) {
            scene.node("a", 2_000, "8Gi");
            IntStream.range(0, 3).forEach(pod -> create(member(scene, "p" + pod)));
            await().during(A_WHILE)
                    .atMost(A_WHILE.plus(SOON))
                    .until(() -> scene.placedPods().isEmpty()
                            && scene.pods().stream()
                                    .noneMatch(pod ->
                                            pod.getSpec().getSchedulingGates().isEmpty()));

            scene.node("b", 1_000, "8Gi");

            scene.awaitPlaced(3);
        }
    }

    private static Set<String> ranks(int from, int to) {
        return IntStream.range(from, to).mapToObj(rank -> "gated-p" + rank).collect(Collectors.toSet());
    }

    private static Set<String> placed(Scene scene) {
        return scene.placedPods().stream()
                .map(pod -> pod.getMetadata().getName())
                .collect(Collectors.toSet());
    }

    /** Pods of the quota that kube-scheduler has tried and not placed. */
    private static List<String> tried() {
        return controlPlane.client().v1().events().inNamespace("default").list().getItems().stream()
                .filter(event -> "FailedScheduling".equals(event.getReason()))
                .map(event -> event.getInvolvedObject().getName())
                .filter(name -> name.startsWith("gated-p"))
                .toList();
    }

    private static Pod create(Pod pod) {
        return controlPlane.client().resource(pod).create();
    }

    private static PodBuilder inQuota(Scene scene, String suffix, String cpu, int rank) {
        return new PodBuilder(scene.unbornPod(suffix, Map.of("cpu", cpu)))
                .editMetadata()
                .addToLabels(Labels.QUOTA_NAME, "gated")
                .addToLabels(Labels.POD_PRIORITY, Integer.toString(rank))
                .endMetadata();
    }

    private static Pod gated(PodBuilder pod, String... gates) {
        return pod.editSpec()
                .withSchedulingGates(
                        Stream.of(gates).map(PodSchedulingGate::new).toList())
                .endSpec()
                .build();
    }

    private static Pod member(Scene scene, String suffix) {
        Pod plain = scene.unbornPod(suffix, Map.of(Scene.BATCH_CPU, "1000", Scene.BATCH_MEMORY, "1Gi"));
        return gated(
                new PodBuilder(plain)
                        .editMetadata()
                        .addToAnnotations(Annotations.GANG_NAME, "gated-gang")
                        .addToAnnotations(Annotations.GANG_MIN_AVAILABLE, "3")
                        .endMetadata(),
                WellKnown.SCHEDULING_GATE);
    }

    private static void quota(String name, String maxCpu) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(
                new ObjectMetaBuilder().withName(name).withNamespace("default").build());
        quota.setSpec(new ElasticQuotaSpec(Map.of(), Map.of("cpu", new Quantity(maxCpu))));
        controlPlane.client().resource(quota).create();
    }

    private static void setMax(String name, String maxCpu) {
        controlPlane
                .client()
                .resources(ElasticQuota.class)
                .inNamespace("default")
                .withName(name)
                .edit(found -> {
                    found.setSpec(new ElasticQuotaSpec(Map.of(), Map.of("cpu", new Quantity(maxCpu))));
                    return found;
                });
    }
}
