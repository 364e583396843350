package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles for pods that wait already, beside the validation of pods: what the manager writes passes its own webhook. */
class WaitingPodsIT {

    private static final String GATE = "ColocationProfileController";
    private static final String QOS = "koordinator.sh/qosClass";
    private static final String PROFILE = """
            apiVersion: config.koordinator.sh/v1alpha1
            kind: ClusterColocationProfile
            metadata: {name: late, labels: {config.koordinator.sh/controller-managed: "true"}}
            spec:
              selector: {matchLabels: {job: batch}}
              labels: {koordinator.sh/priority-class: koord-batch, quota.scheduling.koordinator.sh/preemptible: "false"}
              koordinatorPriority: 1111
              qosClass: BE
            """;

    @TempDir
    private Path directory;

    @Test
    void appliesALateProfileToAProtectedClass() throws Exception {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        try (KubernetesClient somebody = somebodyElse(controlPlane.client())) {
            KubernetesClient client = controlPlane.client();
            ManagerCluster cluster = new ManagerCluster(controlPlane);
            controlPlane.createNamespace("team");
            ChartEntries entries = new ChartEntries(client);
            entries.register(List.of(GATE));
            try (ManagerUnderTest manager = ManagerUnderTest.start(ManagerOptions.of(
                            "koord-manager", controlPlane.kubeconfig(), directory)
                    .yaml("featureGates: {" + GATE + ": true}\ncolocationProfile: {reconcileInterval: 1s}\n"))) {
                entries.awaitInForce();
                somebody.resource(ManagerCluster.pod("team", "early", Map.of("job", "batch")))
                        .create();
                cluster.load(PROFILE);

                await().until(() -> "BE".equals(labels(client).get(QOS)));
                assertThat(labels(client))
                        .containsEntry("koordinator.sh/priority-class", "koord-batch")
                        .containsEntry("koordinator.sh/priority", "1111")
                        .containsEntry("quota.scheduling.koordinator.sh/preemptible", "false");
                assertThat(manager.metric("koord_manager_own_user_reads_total{outcome=\"read\"}"))
                        .isEqualTo(1);
                assertThatThrownBy(() -> somebody.pods()
                                .inNamespace("team")
                                .withName("early")
                                .edit(pod -> new PodBuilder(pod)
                                        .editMetadata()
                                        .addToLabels(QOS, "LS")
                                        .endMetadata()
                                        .build()))
                        .isInstanceOf(KubernetesClientException.class)
                        .hasMessageContaining("vpod.koordinator.sh")
                        .hasMessageContaining("may not change");
            }
        }
    }

    /** The client of the control plane is the same user as the manager. */
    private static KubernetesClient somebodyElse(KubernetesClient client) {
        Config config = new ConfigBuilder(client.getConfiguration())
                .withImpersonateUsername("somebody")
                .withImpersonateGroups("system:masters")
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static Map<String, String> labels(KubernetesClient client) {
        Pod pod = client.pods().inNamespace("team").withName("early").get();
        return pod.getMetadata().getLabels();
    }
}
