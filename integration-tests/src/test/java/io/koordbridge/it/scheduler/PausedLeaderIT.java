package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two extenders with one lease, which the test holds for the kube-scheduler of one of them. The first is stopped while binds are on their way. */
class PausedLeaderIT {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String NAMESPACE = "default";
    private static final String LEASE = "paused-leader";
    private static final Duration LASTS = Duration.ofSeconds(6);

    @TempDir
    private Path directory;

    private RealControlPlane controlPlane;

    private ExtenderProcess replica(String host) throws IOException {
        ExtenderProcess replica = new ExtenderProcess(
                controlPlane.kubeconfig(),
                Files.createDirectory(directory.resolve(host)),
                "--set=leader.enabled=true",
                "--set=leader.namespace=" + NAMESPACE,
                "--set=leader.leaseName=" + LEASE,
                "--set=leader.host=" + host);
        replica.start();
        return replica;
    }

    private void holds(String host) {
        Lease lease = new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(LEASE)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(host + "_1")
                .withLeaseDurationSeconds((int) LASTS.toSeconds())
                .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                .endSpec()
                .build();
        controlPlane.client().resource(lease).unlock().createOr(found -> found.update());
    }

    /** Renews the lease for the host until it has bound. */
    private void awaitBoundBy(String host, ExtenderProcess extender, Pod pod, String node) {
        await().atMost(SOON).until(() -> {
            holds(host);
            return extender.bind(pod, node).isEmpty();
        });
    }

    @Test
    void aLeaderThatWasStoppedSendsNoBindingBesideTheNextOne() throws IOException {
        controlPlane = ControlPlaneGate.share();
        holds("first");
        try (Scene scene = new Scene(controlPlane, "paused");
                ExtenderProcess first = replica("first");
                ExtenderProcess second = replica("second")) {
            String full = scene.node("full", 4_000, "64Gi");
            String half = scene.node("half", 6_000, "64Gi");
            await().atMost(SOON).until(() -> first.knows(half) && second.knows(half) && second.knows(full));
            List<Pod> pods = IntStream.range(0, 8)
                    .mapToObj(i -> scene.batchPod("p-" + i, 2_000, "1Gi"))
                    .toList();
            awaitBoundBy("first", first, pods.get(0), full);
            assertThat(second.bind(pods.get(1), full)).contains("does not hold the lease");

            first.process().freeze();
            List<CompletableFuture<String>> onTheirWay = IntStream.range(2, 6)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> first.bind(pods.get(i), i < 4 ? full : half)))
                    .toList();
            try {
                // As the kube-scheduler of the second one waits before it takes over.
                await().pollDelay(LASTS).atMost(SOON).until(() -> true);
                awaitBoundBy("second", second, pods.get(6), full);
                awaitBoundBy("second", second, pods.get(7), half);
            } finally {
                first.process().thaw();
            }
            List<String> answers =
                    onTheirWay.stream().map(CompletableFuture::join).toList();

            assertThat(answers).doesNotContain("");
            assertThat(answers.subList(2, 4))
                    .as("there is room for both of them")
                    .allMatch(answer -> answer.contains("does not hold the lease"));
            assertThat(scene.placedMilliCpu()).isEqualTo(Map.of(full, 4_000L, half, 2_000L));
        }
    }
}
