package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.process.ProjectLayout;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator without its API server; a class of its own, so that the outage passes beside other tests. */
@Tag("long")
class ApiServerOutageIT {
    @TempDir
    Path directory;

    @Test
    void releasesNothingWithoutApiServerAndThenFollowsTheNodeAgain() {
        try (RealControlPlane own = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
                OperatorScene scene = new OperatorScene(
                        own,
                        HadoopRuntime.hadoop35(ProjectLayout.find()),
                        directory,
                        ResourceManagerProcess::clientConfiguration)) {
            scene.node().origin(12_000, 12_288);
            scene.awaitCapacity(6, 6_144);
            scene.awaitLease("STEADY", 6_000);
            LedgerWatch ledger = scene.watchLedger(256);
            String reserved = scene.node().reservation();
            scene.controlPlane().stopApiServer();

            scene.throughoutAnOutage(() -> {
                assertThat(scene.operator().node().path("leaseCpuMilli").asLong())
                        .isEqualTo(6_000);
                assertThat(scene.capacity().capacityVcores()).isEqualTo(6);
                assertThat(scene.capacity().capacityMegabytes()).isEqualTo(6_144);
            });
            scene.controlPlane().startApiServer();
            assertThat(scene.node().reservation()).isEqualTo(reserved);
            scene.node().origin(8_000, 8_192);

            scene.awaitCapacity(4, 4_096);
            scene.awaitLease("STEADY", 4_000);
            ledger.report().requireSound();
            scene.requireSound();
        }
    }
}
