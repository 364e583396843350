package io.koordbridge.it.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.lab.kube.ControlPlaneBinaries;
import io.koordbridge.lab.kube.RealControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("versions-kubernetes")
class RealControlPlaneIT {
    private static RealControlPlane controlPlane;

    @BeforeAll
    static void start() {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
    }

    @AfterAll
    static void stop() {
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    @Test
    void servesTheKubernetesOfTheLab() {
        String wanted = System.getenv().getOrDefault(ControlPlaneBinaries.RELEASE_VARIABLE, "");

        assertThat(controlPlane.client().getKubernetesVersion().getGitVersion() + ".")
                .startsWith("v" + (wanted.isEmpty() ? "1.35.4" : wanted.replaceFirst("^v", "")) + ".");
    }

    @Test
    void letsTheAdministratorInByItsKubeconfigAndNobodyByAnotherToken() throws Exception {
        Config admin = Config.fromKubeconfig(Files.readString(controlPlane.kubeconfig()));
        Config stranger = Config.fromKubeconfig(Files.readString(controlPlane.kubeconfig()));
        stranger.setAutoOAuthToken("not-a-token");
        // The API server ends an HTTP/2 connection of a stranger before the answer is read.
        stranger.setHttp2Disable(true);

        try (KubernetesClient known =
                        new KubernetesClientBuilder().withConfig(admin).build();
                KubernetesClient unknown =
                        new KubernetesClientBuilder().withConfig(stranger).build()) {
            assertThat(known.namespaces().withName("kube-system").get()).isNotNull();
            assertThatThrownBy(
                            () -> unknown.namespaces().withName("kube-system").get())
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            refusal -> assertThat(refusal.getCode()).isEqualTo(401));
        }
    }

    @Test
    void keepsStatusApartFromTheRestOfANode() {
        controlPlane.createNode("with-batch", Map.of("cpu", "4", "memory", "8Gi", "pods", "110"));

        controlPlane
                .client()
                .nodes()
                .withName("with-batch")
                .editStatus(node -> node.edit()
                        .editStatus()
                        .addToAllocatable("kubernetes.io/batch-cpu", new Quantity("2000"))
                        .endStatus()
                        .build());
        controlPlane
                .client()
                .nodes()
                .withName("with-batch")
                .edit(node -> node.edit()
                        .editStatus()
                        .addToAllocatable("kubernetes.io/batch-cpu", new Quantity("9"))
                        .endStatus()
                        .build());

        Node node = controlPlane.client().nodes().withName("with-batch").get();
        assertThat(node.getStatus().getAllocatable()).containsEntry("kubernetes.io/batch-cpu", new Quantity("2000"));
        assertThat(node.getSpec().getTaints()).isEmpty();
    }

    @Test
    void answersADryRunAndKeepsNothingOfIt() {
        Pod pod = podIn("default", "dry");

        Pod answer = controlPlane.client().resource(pod).dryRun(true).create();

        assertThat(answer.getSpec().getServiceAccountName()).isEqualTo("default");
        assertThat(controlPlane.client().resource(pod).get()).isNull();
    }

    @Test
    void acceptsPodsInANamespaceItMade() {
        controlPlane.createNamespace("fresh");

        Pod created = controlPlane.client().resource(podIn("fresh", "first")).create();

        assertThat(created.getMetadata().getUid()).isNotBlank();
    }

    @Test
    void placesAPodOnceASchedulerIsStarted() {
        controlPlane.createNamespace("scheduled");
        controlPlane.createNode("roomy", Map.of("cpu", "4", "memory", "8Gi", "pods", "110"));
        Pod pod = podIn("scheduled", "placed");
        pod.getSpec().setSchedulerName("koord-scheduler");
        controlPlane.client().resource(pod).create();

        controlPlane.startScheduler("profiles: [{schedulerName: koord-scheduler}]");

        await().untilAsserted(() -> assertThat(
                        controlPlane.client().resource(pod).get().getSpec().getNodeName())
                .isNotBlank());
        controlPlane.stopScheduler();
        assertThat(controlPlane.pids()).doesNotContainKey("kube-scheduler");
    }

    @Test
    void remembersEverythingWhenTheApiServerWasAway() {
        controlPlane
                .client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("kept")
                        .withNamespace("default")
                        .endMetadata()
                        .build())
                .create();

        controlPlane.stopApiServer();
        controlPlane.startApiServer();

        assertThat(controlPlane
                        .client()
                        .configMaps()
                        .inNamespace("default")
                        .withName("kept")
                        .get())
                .isNotNull();
    }

    @Test
    void leavesNeitherProcessNorFileBehind() {
        RealControlPlane another = ControlPlaneGate.start(
                RealControlPlane.Options.apiServerOnly().withControllerManager().withScheduler("{}"));
        Collection<Long> pids = another.pids().values();
        Path directory = another.logDirectory().getParent();
        assertThat(pids).hasSize(4).allMatch(pid -> ProcessHandle.of(pid).isPresent());

        another.close();

        assertThat(pids).allMatch(pid -> ProcessHandle.of(pid).isEmpty());
        assertThat(directory).doesNotExist();
    }

    private static Pod podIn(String namespace, String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .withNewSpec()
                .withContainers(List.of(new ContainerBuilder()
                        .withName("main")
                        .withImage("example.invalid/none")
                        .build()))
                .endSpec()
                .build();
    }
}
