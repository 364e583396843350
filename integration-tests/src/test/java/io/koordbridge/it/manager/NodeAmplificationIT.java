package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The webhook of nodes/status on a real API server: what a kubelet reports, and what the API server keeps. */
class NodeAmplificationIT {
    private static final String RATIO = "node.koordinator.sh/resource-amplification-ratio";
    private static final String RAW = "node.koordinator.sh/raw-allocatable";
    private static final String CONFIGURATION = "koordinator-mutating-webhook-configuration";
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static KubernetesClient client;
    private static ManagerUnderTest manager;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        client = controlPlane.client();
        ChartDefinitions.install(client);
        controlPlane.createNamespace("koordinator-system");
        letAnotherReplicaLead();
        manager = ManagerUnderTest.start(ManagerOptions.of("koord-manager", controlPlane.kubeconfig(), directory)
                .yaml("featureGates: {NodeMutatingWebhook: true}\n"));
        ManagerCluster.load(client, """
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingWebhookConfiguration
                metadata: {name: %s}
                webhooks:
                - name: mnode-status.koordinator.sh
                  admissionReviewVersions: [v1]
                  sideEffects: None
                  failurePolicy: Fail
                  timeoutSeconds: 5
                  clientConfig: {url: "%s"}
                  rules: [{apiGroups: [""], apiVersions: [v1], resources: [nodes/status], operations: [CREATE, UPDATE]}]
                """.formatted(
                        CONFIGURATION, manager.webhookUrl().replace("/mutate-pod", "/mutate-node-status")));
        newNode("probe", Map.of(RATIO, "{\"cpu\":1.50}"));
        ManagerCluster.awaitAnswer(() -> cpu(kubeletReports("probe", "16")).equals(new Quantity("24")));
    }

    @AfterAll
    static void stop() {
        if (manager != null) {
            manager.close();
        }
    }

    @Test
    void amplifiesWhatTheKubeletReportsAndKeepsWhatItReported() {
        newNode("amplified", Map.of(RATIO, "{\"cpu\":1.50}"));

        Node first = kubeletReports("amplified", "16");
        Node again = kubeletReports("amplified", "16");
        Node shrunk = kubeletReports("amplified", "14");
        Node touched = patchStatus("amplified", "{\"status\": {\"phase\": \"Running\"}}");

        assertThat(cpu(first)).isEqualTo(new Quantity("24"));
        assertThat(kept(first)).contains("\"16\"");
        assertThat(cpu(again)).isEqualTo(new Quantity("24"));
        assertThat(cpu(shrunk)).isEqualTo(new Quantity("21"));
        assertThat(kept(shrunk)).contains("\"14\"");
        assertThat(cpu(touched)).isEqualTo(new Quantity("21"));
        assertThat(shrunk.getStatus().getCapacity().get("cpu")).isEqualTo(new Quantity("14"));
    }

    @Test
    void forgetsWhatWasReportedWhenTheRatioGoes() {
        newNode("plain", Map.of(RATIO, "{\"cpu\":1.50}"));
        kubeletReports("plain", "16");

        client.nodes()
                .withName("plain")
                .patch(MERGE, "{\"metadata\": {\"annotations\": {\"%s\": null}}}".formatted(RATIO));
        Node after = kubeletReports("plain", "16");

        assertThat(cpu(after)).isEqualTo(new Quantity("16"));
        assertThat(after.getMetadata().getAnnotations()).doesNotContainKey(RAW);
    }

    @Test
    void refusesAStatusWhoseRatioCannotBeReadAndSaysWhy() {
        newNode("broken", Map.of(RATIO, "{\"cpu\":\"fast\"}"));

        assertThatThrownBy(() -> kubeletReports("broken", "16"))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining(RATIO + ", field cpu: '\"fast\"'");
    }

    private static void newNode(String name, Map<String, String> annotations) {
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withAnnotations(annotations)
                        .endMetadata()
                        .build())
                .create();
    }

    private static Node kubeletReports(String name, String cores) {
        String amounts = "{\"cpu\": \"%s\", \"memory\": \"64Gi\", \"pods\": \"110\"}".formatted(cores);
        return patchStatus(name, "{\"status\": {\"capacity\": %s, \"allocatable\": %s}}".formatted(amounts, amounts));
    }

    /** The node as the API server has it afterwards. */
    private static Node patchStatus(String name, String patch) {
        client.nodes().withName(name).subresource("status").patch(MERGE, patch);
        return client.nodes().withName(name).get();
    }

    private static Quantity cpu(Node node) {
        return node.getStatus().getAllocatable().get("cpu");
    }

    private static String kept(Node node) {
        return node.getMetadata().getAnnotations().get(RAW);
    }

    /** The webhook serves on every replica; the controllers of a leader would take the ratios away that a test sets. */
    private static void letAnotherReplicaLead() {
        ManagerCluster.load(client, """
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {namespace: koordinator-system, name: koordinator-manager}
                spec:
                  holderIdentity: another
                  leaseDurationSeconds: 3600
                  acquireTime: "%1$s"
                  renewTime: "%1$s"
                """.formatted(ZonedDateTime.now(ZoneOffset.UTC)
                .plusHours(1)
                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT))));
    }
}
