package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods in elastic quotas, behind a stock kube-scheduler on a real API server. */
class ElasticQuotaIT {

    private static final Duration SOON = Duration.ofSeconds(40);
    private static final String CRD = "charts/koord-bridge/crds/elasticquotas.scheduling.sigs.k8s.io-v1.yml";
    private static final int PODS = 6;
    private static final int FITTING = 3;

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
                .until(() -> client.resources(ElasticQuota.class).list() != null);
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
    void noMorePodsRunThanTheQuotaHasRoomForAndTheNextFollowsWhenOneEnds() {
        try (Scene scene = new Scene(controlPlane, "quota")) {
            scene.node("large", 0, "0");
            quota("team-a", "1500m");
            await().atMost(SOON).until(() -> extender.knowsQuota("team-a"));
            List<Pod> versions = new CopyOnWriteArrayList<>();
            try (Watch watch = scene.watchPods(versions)) {
                for (int pod = 0; pod < PODS; pod++) {
                    inQuota(scene, "p" + pod, "team-a");
                }
                scene.awaitPlaced(FITTING);
                await().atMost(SOON)
                        .until(() -> scene.pods().stream()
                                        .filter(pod -> !Scene.isPlaced(pod))
                                        .filter(pod -> scene.failures(pod).stream()
                                                .anyMatch(text -> text.contains("quotaName: team-a")))
                                        .count()
                                == PODS - FITTING);
                inQuota(scene, "free", "no-such-quota");
                scene.awaitPlaced(FITTING + 1);

                Pod ended = scene.placedPods().stream()
                        .filter(pod -> !pod.getMetadata().getName().endsWith("free"))
                        .findFirst()
                        .orElseThrow();
                assertThat(mostAtOnce(versions, "")).isEqualTo(FITTING);
                controlPlane.client().resource(ended).withGracePeriod(0).delete();
                await().atMost(SOON)
                        .until(() -> placedInQuota(scene) == FITTING
                                && scene.placedPods().stream()
                                        .noneMatch(pod -> pod.getMetadata()
                                                .getUid()
                                                .equals(ended.getMetadata().getUid())));
                assertThat(mostAtOnce(versions, ended.getMetadata().getUid())).isEqualTo(FITTING);
            }
        }
    }

    private static long placedInQuota(Scene scene) {
        return scene.placedPods().stream()
                .filter(pod -> "team-a".equals(pod.getMetadata().getLabels().get(Labels.QUOTA_NAME)))
                .count();
    }

    /** The largest number of pods of the quota that had a node at one time, but for one that was deleted. */
    private static int mostAtOnce(List<Pod> versions, String without) {
        Map<String, Boolean> placed = new HashMap<>();
        int most = 0;
        for (Pod version : versions) {
            boolean counts = "team-a".equals(version.getMetadata().getLabels().get(Labels.QUOTA_NAME))
                    && Scene.isPlaced(version)
                    && !without.equals(version.getMetadata().getUid());
            placed.put(version.getMetadata().getUid(), counts);
            most = Math.max(most, (int)
                    placed.values().stream().filter(Boolean::booleanValue).count());
        }
        return most;
    }

    private static void quota(String name, String cpu) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(
                new ObjectMetaBuilder().withName(name).withNamespace("default").build());
        quota.setSpec(new ElasticQuotaSpec(Map.of("cpu", new Quantity("500m")), Map.of("cpu", new Quantity(cpu))));
        controlPlane.client().resource(quota).create();
    }

    private static void inQuota(Scene scene, String suffix, String quota) {
        Pod plain = scene.unbornPod(suffix, Map.of("cpu", "500m", "memory", "64Mi"));
        controlPlane
                .client()
                .resource(new PodBuilder(plain)
                        .editMetadata()
                        .addToLabels(Labels.QUOTA_NAME, quota)
                        .endMetadata()
                        .build())
                .create();
    }
}
