package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.koordlet.AgentProcess;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The operator without its API server, and then without the ResourceManager as well; a class of its own, so that the outages pass
 * beside other tests.
 */
@Tag("long")
class ApiServerOutageIT {

    private static final ProjectLayout LAYOUT = ProjectLayout.find();

    @TempDir
    Path directory;

    private RealControlPlane own;
    private OperatorScene scene;
    private AgentProcess agent;

    @BeforeEach
    void start() throws IOException {
        PluginAndAgent node = PluginAndAgent.below(directory).applyLease();
        own = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        scene = new OperatorScene(
                own,
                HadoopRuntime.hadoop35(LAYOUT),
                directory,
                ResourceManagerProcess::clientConfiguration,
                options -> options.plugin(node.plugin()).capacity(16_384, 16),
                List.of());
        agent = node.startAgent(own);
        await().atMost(OperatorScene.SOON)
                .until(() -> Files.exists(node.plugin().leaseFile()));
    }

    @AfterEach
    void stop() {
        if (agent != null) {
            agent.close();
        }
        if (scene != null) {
            scene.close();
        }
        if (own != null) {
            own.close();
        }
    }

    @Test
    void releasesNothingWithoutApiServerAndThenFollowsTheNodeAgain() {
        scene.node().origin(12_000, 12_288);
        scene.awaitCapacity(6, 6_144);
        scene.awaitLease("STEADY", 6_000);
        scene.awaitTold(6, 6_144);
        LedgerWatch ledger = scene.watchLedger(256);
        String reserved = scene.node().reservation();
        own.stopApiServer();

        scene.throughoutAnOutage(() -> {
            requireLease();
            requireCapacity();
        });
        scene.resourceManager().crash();
        scene.throughoutAnOutage(this::requireLease);
        scene.resourceManager().restart();
        // The NodeManager comes back with its lease, though nobody can write a Node.
        scene.awaitCapacity(6, 6_144);
        scene.throughoutAnOutage(this::requireCapacity);
        own.startApiServer();
        assertThat(scene.node().reservation()).isEqualTo(reserved);
        scene.node().origin(8_000, 8_192);

        scene.awaitCapacity(4, 4_096);
        scene.awaitLease("STEADY", 4_000);
        ledger.report().requireSound();
        scene.requireSound();
    }

    private void requireLease() {
        assertThat(scene.operator().node().path("leaseCpuMilli").asLong()).isEqualTo(6_000);
    }

    private void requireCapacity() {
        assertThat(scene.capacity().capacityVcores()).isEqualTo(6);
        assertThat(scene.capacity().capacityMegabytes()).isEqualTo(6_144);
    }
}
