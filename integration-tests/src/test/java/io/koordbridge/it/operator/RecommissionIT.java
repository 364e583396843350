package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.DecommissionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A graceful decommission that is called off: the ResourceManager puts the whole total back at once, and pods have taken every gap until then. */
@Tag("long")
class RecommissionIT {

    private static final ProjectLayout LAYOUT = ProjectLayout.find();
    private static final int CORES = 16;
    private static final int TASK_CORES = 3;

    @TempDir
    Path directory;

    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor();
    private final Queue<String> excess = new ConcurrentLinkedQueue<>();
    private final AtomicLong looks = new AtomicLong();
    private Path excluded;
    private OperatorScene scene;
    private GreedyPods pods;

    @BeforeEach
    void start() throws IOException {
        excluded = Files.writeString(directory.resolve("excluded"), "");
        scene = new OperatorScene(
                ControlPlaneGate.share(),
                ResourceManagerOptions.of(HadoopRuntime.hadoop35(LAYOUT), directory.resolve("rm"))
                        .property(YarnConfiguration.RM_NODES_EXCLUDE_FILE_PATH, excluded.toString()),
                directory,
                ResourceManagerProcess::clientConfiguration,
                options -> options.capacity(16_384, CORES),
                List.of());
        scene.node().origin(CORES * 1_000, 16_384);
        scene.awaitCapacity(8, 8_192);
        scene.awaitLease("STEADY", 8_000);
        pods = new GreedyPods(scene.controlPlane().client(), SharedNode.NAME);
        await().atMost(OperatorScene.SOON).until(() -> pods.milliCpu() == 8_000);
    }

    @AfterEach
    void stop() {
        looking.shutdownNow();
        if (pods != null) {
            pods.close();
        }
        if (scene != null) {
            scene.close();
        }
    }

    @Test
    void promisesNothingTwice() throws IOException, YarnException {
        var watching = looking.scheduleWithFixedDelay(this::look, 0, 50, TimeUnit.MILLISECONDS);
        try (UnmanagedApplication application =
                new UnmanagedApplication(scene.resourceManager(), 1, Resource.newInstance(512, TASK_CORES))) {
            application.awaitHeard();

            refresh(scene.nodeId().substring(0, scene.nodeId().indexOf(':')));
            await().atMost(OperatorScene.SOON).untilAsserted(() -> {
                assertThat(scene.capacity().state()).isEqualTo("DECOMMISSIONING");
                assertThat(scene.capacity().capacityVcores())
                        .as(scene.operator().logTail())
                        .isEqualTo(TASK_CORES);
            });
            // The operator polls each second, pods look at the node 20 times in it.
            await().during(Duration.ofSeconds(5))
                    .atMost(OperatorScene.SOON)
                    .until(() -> pods.milliCpu() == 8_000 && scene.node().reservedMilliCpu() == 8_000);

            refresh("");
            await().atMost(OperatorScene.SOON).until(() -> scene.capacity().running());
            scene.awaitCapacity(8, 8_192);
            scene.awaitLease("STEADY", 8_000);
            assertThat(scene.capacity().usedVcores()).isEqualTo(TASK_CORES);
        }
        assertThat(watching.isDone()).isFalse();
        assertThat(looks).hasPositiveValue();
        assertThat(excess).isEmpty();
        assertThat(pods.milliCpu()).isEqualTo(8_000);
        scene.requireSound();
    }

    /** Pods never give anything back, so what they have after the ResourceManager's answer they have had, or were about to have, at it. */
    private void look() {
        YarnNode yarn = scene.resourceManager().rest().node(scene.nodeId()).orElse(null);
        long taken = pods.milliCpu();
        looks.incrementAndGet();
        if (yarn != null && taken + yarn.capacityVcores() * 1_000 > CORES * 1_000) {
            excess.add(taken + " beside " + yarn);
        }
    }

    private void refresh(String hosts) throws IOException, YarnException {
        Files.writeString(excluded, hosts);
        Configuration configuration = new YarnConfiguration(new Configuration(false));
        scene.resourceManager().clientProperties().forEach(configuration::set);
        ResourceManagerAdministrationProtocol admin =
                ClientRMProxy.createRMProxy(configuration, ResourceManagerAdministrationProtocol.class);
        assertThat(admin.refreshNodes(RefreshNodesRequest.newInstance(DecommissionType.GRACEFUL, 300)))
                .isNotNull();
    }
}
