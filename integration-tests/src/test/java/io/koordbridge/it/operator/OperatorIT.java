package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.process.ProjectLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Grow, shrink and an outage of the ResourceManager, with a real API server, a real ResourceManager and a stock NodeManager. */
@Tag("versions-kubernetes")
class OperatorIT {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorIT.class);
    private static final String FAILED = "ResourceManager call failed";
    private static final String RECOVERED = "ResourceManager answers again";
    /** A resource type that the operator does not know, and what the node has of it. */
    private static final String GPU = "yarn.io/gpu";

    private static final int GPUS = 4;
    private static final ProjectLayout LAYOUT = ProjectLayout.find();

    @TempDir
    Path directory;

    private OperatorScene scene;

    @Test
    @Tag("long")
    void followsTheNodeWithAResourceManagerOf34() {
        try (OperatorScene started = start(HadoopRuntime.hadoop34(LAYOUT))) {
            scene = started;
            LedgerWatch ledger = growsAndShrinks();
            ledger.report().requireSound();
            scene.requireSound();
        }
    }

    @Test
    void followsTheNodeWithAResourceManagerOfHadoop35() {
        try (OperatorScene started = start(HadoopRuntime.hadoop35(LAYOUT))) {
            scene = started;
            LedgerWatch ledger = growsAndShrinks();
            outlivesTheResourceManager();
            ledger.report().requireSound();
            scene.requireSound();
        }
    }

    private OperatorScene start(HadoopRuntime runtime) {
        return new OperatorScene(
                ControlPlaneGate.share(),
                ResourceManagerOptions.of(runtime, directory.resolve("rm")).property("yarn.resource-types", GPU),
                directory,
                ResourceManagerProcess::clientConfiguration,
                options -> options.property("yarn.resource-types", GPU)
                        .property("yarn.nodemanager.resource-type." + GPU, Integer.toString(GPUS)),
                List.of());
    }

    /** Returns a watch that goes on. */
    private LedgerWatch growsAndShrinks() {
        scene.awaitCapacity(4, 4_096);
        scene.awaitLease("STEADY", 4_000);
        LedgerWatch ledger = scene.watchLedger(256);

        long growFrom = System.nanoTime();
        scene.node().origin(16_000, 16_384);
        scene.awaitCapacity(8, 8_192);
        report("origin rose", growFrom);
        scene.awaitLease("STEADY", 8_000);
        assertThat(scene.resourceManager().rest().total(scene.nodeId(), GPU)).isEqualTo(GPUS);

        long shrinkFrom = System.nanoTime();
        scene.node().origin(4_000, 4_096);
        scene.awaitCapacity(2, 2_048);
        report("origin fell", shrinkFrom);
        scene.awaitTold(2, 2_048);
        scene.awaitLease("STEADY", 2_000);
        assertThat(scene.resourceManager().rest().total(scene.nodeId(), GPU)).isEqualTo(GPUS);
        assertThat(scene.operator().get("ledger").path("verdict").asText()).isEqualTo("OK");
        return ledger;
    }

    private void outlivesTheResourceManager() {
        String reserved = scene.node().reservation();
        YarnLease lease = scene.node().lease().orElseThrow();
        // A loaded machine may have made a call late before.
        long failed = scene.operator().logged(FAILED);
        long recovered = scene.operator().logged(RECOVERED);
        scene.resourceManager().crash();
        scene.awaitLease("STALE", 2_000);
        // More to lease: on stale reports it must not even be reserved.
        scene.node().origin(12_000, 12_288);

        scene.throughoutAnOutage(() -> {
            assertThat(scene.node().reservation()).isEqualTo(reserved);
            assertThat(scene.node().lease().orElseThrow().lease()).isEqualTo(lease.lease());
        });
        assertThat(scene.node().lease().orElseThrow().state()).isEqualTo("STALE");
        assertThat(scene.clusterState()).isEqualTo("DOWN");
        assertThat(scene.operator().logged(FAILED)).isEqualTo(failed + 1);
        scene.resourceManager().restart();

        scene.awaitCapacity(6, 6_144);
        scene.awaitLease("STEADY", 6_000);
        assertThat(scene.resourceManager().rest().total(scene.nodeId(), GPU)).isEqualTo(GPUS);
        assertThat(scene.operator().logged(RECOVERED)).isEqualTo(recovered + 1);
    }

    private static void report(String what, long fromNanos) {
        Duration took = Duration.ofNanos(System.nanoTime() - fromNanos);
        LOG.info("{}: the ResourceManager followed after {} ms", what, took.toMillis());
    }
}
