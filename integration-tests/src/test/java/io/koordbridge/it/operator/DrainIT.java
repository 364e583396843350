package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.Annotations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** YARN is taken off one of two nodes, on a real ResourceManager, by the annotation that colo writes. */
@Tag("long")
class DrainIT {

    private static final Duration LONG = Duration.ofMinutes(3);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final int CONTAINER = SparkOnScene.CONTAINER_MEGABYTES;

    @TempDir
    Path directory;

    private @Nullable OperatorScene scene;
    private @Nullable NodeManagerProcess other;

    @BeforeEach
    void start() {
        scene = new OperatorScene(
                ControlPlaneGate.share(),
                ResourceManagerOptions.of(HadoopRuntime.hadoop35(ProjectLayout.find()), directory.resolve("rm"))
                        .minimumAllocationMegabytes(256),
                directory,
                ResourceManagerProcess::clientConfiguration,
                UnaryOperator.identity(),
                List.of("lease.memoryStepMB=256"));
        scene.awaitCapacity(4, 4_096);
        scene.awaitLease("STEADY", 4_000);
    }

    @AfterEach
    void stop() {
        if (other != null) {
            other.close();
        }
        if (scene != null) {
            scene.close();
        }
    }

    private void order(@Nullable String text) {
        Map<String, Object> annotations = new HashMap<>();
        annotations.put(Annotations.NODE_YARN_DRAIN, text);
        var client = scene.controlPlane().client();
        client.nodes()
                .withName(SharedNode.NAME)
                .patch(
                        MERGE,
                        client.getKubernetesSerialization()
                                .asJson(Map.of("metadata", Map.of("annotations", annotations))));
    }

    private JsonNode drain() {
        for (JsonNode node : scene.operator().get("nodes").path("nodes")) {
            if (node.path("name").asText().equals(SharedNode.NAME)) {
                return node.at("/orders/drain");
            }
        }
        throw new NoSuchElementException(SharedNode.NAME);
    }

    private void awaitState(String state) {
        await(state)
                .atMost(LONG)
                .ignoreException(NoSuchElementException.class)
                .untilAsserted(() -> assertThat(drain().path("state").asText())
                        .as(
                                "%s %s %s",
                                drain(), scene.capacity(), scene.operator().logTail())
                        .isEqualTo(state));
    }

    private @Nullable Pod pod() {
        return scene.controlPlane()
                .client()
                .pods()
                .inNamespace("hadoop")
                .withName("nm-0")
                .get();
    }

    @Test
    void aNodeUnderASparkJobIsDrainedAndItsPodEndsWithoutAMasterLost() throws IOException {
        SparkOnScene spark = started();
        try {
            spark.awaitBusy(2);
            assertThat(scene.capacity().usedVcores()).isPositive();
            await().atMost(OperatorScene.SOON)
                    .until(() -> pod().getMetadata().getAnnotations().containsKey(Annotations.POD_EVICTION_COST));

            order("{\"id\":\"it\",\"timeoutSeconds\":10,\"deletePod\":true}");

            requireDrainedPod();
            // The pod goes first: the other NodeManager has the same host, and would pass for one that came back.
            scene.node().removeNodeManagerPod();
            awaitState("DONE");
            await("a NodeManager without a pod gets nothing")
                    .during(Duration.ofSeconds(5))
                    .atMost(OperatorScene.SOON)
                    .until(() -> scene.capacity().capacityVcores() == 0);
            scene.nodeManager().close();
            spark.endsWell();
        } finally {
            spark.killIfItLives();
        }
        scene.requireSound();
    }

    /** A job whose master runs on the other NodeManager. */
    private SparkOnScene started() throws IOException {
        scene.node().origin(0, 0);
        scene.awaitCapacity(1, 256);
        // Room for the master and one executor: the other one has to run on the node that is drained.
        other = NodeManagerProcess.start(
                scene.resourceManager(),
                NodeManagerOptions.of(HadoopRuntime.hadoop35(ProjectLayout.find()), directory.resolve("nm-2"))
                        .capacity(2 * CONTAINER, 4));
        CompletableFuture<SparkOnScene> starting =
                CompletableFuture.supplyAsync(() -> SparkOnScene.start(scene.resourceManager(), directory, 2));
        String second = other.nodeId();
        await("master")
                .atMost(LONG)
                .until(() -> scene.resourceManager()
                        .rest()
                        .node(second)
                        .filter(node -> node.usedVcores() > 0)
                        .isPresent());
        scene.node().origin(8_000, 8_192);
        return starting.join();
    }

    private void requireDrainedPod() {
        await("end of the pod")
                .atMost(LONG)
                .untilAsserted(() -> assertThat(pod().getMetadata().getDeletionTimestamp())
                        .as(
                                "%s %s %s",
                                drain(), scene.capacity(), scene.operator().logTail())
                        .isNotNull());
        Pod ending = pod();
        assertThat(ending.getStatus().getConditions())
                .anyMatch(one -> one.getType().equals("DisruptionTarget")
                        && one.getStatus().equals("True")
                        && one.getReason().equals("YarnNodeManagerDrained"));
        assertThat(ending.getMetadata().getAnnotations())
                .containsKey(Annotations.POD_YARN_DRAINED)
                .doesNotContainKey(Annotations.POD_EVICTION_COST);
        YarnNode seen = scene.capacity();
        assertThat(seen.capacityVcores()).isZero();
        assertThat(seen.capacityMegabytes()).isZero();
        assertThat(seen.usedVcores()).isZero();
    }

    @Test
    void aMasterHoldsADrainThatFailsAtItsTimeAndTheLeaseComesBack() {
        try (UnmanagedApplication application =
                new UnmanagedApplication(scene.resourceManager(), 1, Resource.newInstance(1_024, 2))) {
            application.awaitHeard();

            order("{\"id\":\"it\",\"timeoutSeconds\":15,\"deletePod\":true}");

            awaitState("HELD");
            scene.awaitCapacity(2, 1_024);
            awaitState("FAILED");
            String container = application.tasks().get(0);
            assertThat(drain().at("/masters/0/container").asText()).isEqualTo(container);
            assertThat(drain().path("text").asText()).contains("application_");
            scene.awaitCapacity(4, 4_096);
            assertThat(scene.capacity().usedVcores()).isEqualTo(2);
            assertThat(pod().getMetadata().getDeletionTimestamp()).isNull();

            order("{\"id\":\"it-2\",\"timeoutSeconds\":5,\"evictMasters\":true}");
            awaitState("DRAINED");
            assertThat(scene.capacity().capacityMegabytes()).isZero();
            assertThat(application.awaitExit(container)).isEqualTo(ContainerExitStatus.PREEMPTED);
        }
        order(null);
        scene.awaitCapacity(4, 4_096);
        assertThat(pod().getMetadata().getAnnotations()).doesNotContainKey(Annotations.POD_YARN_DRAINED);
        scene.requireSound();
    }
}
