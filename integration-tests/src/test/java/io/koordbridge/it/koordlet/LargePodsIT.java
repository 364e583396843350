package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.manager.ManagerCluster;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent in the memory that it ships with, on a node whose pods say as much as pods can. */
class LargePodsIT {
    private static final String NODE = "worker";
    private static final String NAMESPACE = "jobs";
    private static final int PODS = 80;
    /** An API server lets annotations of a pod have 256 KiB together. */
    private static final int LARGEST = 250_000;

    @TempDir
    private Path temp;

    @Test
    void areListedThoughTogetherTheyAreHalfOfTheHeap() throws IOException {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        new ManagerCluster(controlPlane);
        controlPlane.createNamespace(NAMESPACE);
        controlPlane.createNode(NODE, Map.of("cpu", "8", "memory", "16Gi", "pods", "110"));
        String annotation = annotation();
        IntStream.range(0, PODS).forEach(pod -> create(controlPlane, "pod-" + pod, annotation));

        try (AgentProcess agent = new AgentProcess(controlPlane.kubeconfig(), NODE, temp)) {
            await().atMost(PatientAwaits.PATIENCE)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .untilAsserted(
                            () -> assertThat(agent.state().at("/cluster/pods").asInt())
                                    .isEqualTo(PODS));
            assertThat(agent.log("OutOfMemoryError")).isEmpty();
        }
    }

    /** Batch resources of thousands of containers. */
    private static String annotation() {
        String entry = "\"c%04d\":{\"requests\":{\"kubernetes.io/batch-cpu\":\"500\"}},";
        int entries = LARGEST / entry.formatted(0).length() - 1;
        String all = IntStream.range(0, entries).mapToObj(entry::formatted).collect(Collectors.joining());
        return "{\"containers\":{" + all + "\"last\":{}}}";
    }

    private static void create(RealControlPlane controlPlane, String name, String annotation) {
        controlPlane
                .client()
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .addToAnnotations(Annotations.POD_EXTENDED_RESOURCE_SPEC, annotation)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(NODE)
                        .addNewContainer()
                        .withName("main")
                        .withImage("example.invalid/none")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }
}
