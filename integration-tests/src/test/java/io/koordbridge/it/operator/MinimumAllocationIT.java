package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.process.ProjectLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ResourceManager shuts a NodeManager down that registers with less than its minimum allocation, which the operator's files do not say. */
@Tag("long")
class MinimumAllocationIT {

    private static final int MINIMUM_MEGABYTES = 2_048;

    @TempDir
    Path directory;

    @Test
    void aNodeAtItsFloorSurvivesARestartOfTheResourceManager() {
        try (OperatorScene scene = new OperatorScene(
                ControlPlaneGate.share(),
                ResourceManagerOptions.of(HadoopRuntime.hadoop35(ProjectLayout.find()), directory.resolve("rm"))
                        .minimumAllocationMegabytes(MINIMUM_MEGABYTES),
                directory,
                ResourceManagerProcess::clientConfiguration,
                UnaryOperator.identity(),
                List.of())) {
            scene.awaitCapacity(4, 4_096);
            LedgerWatch ledger = scene.watchLedger(MINIMUM_MEGABYTES);

            scene.node().origin(0, 0);
            scene.awaitCapacity(1, MINIMUM_MEGABYTES);
            scene.awaitTold(1, MINIMUM_MEGABYTES);
            scene.resourceManager().crash();
            scene.resourceManager().restart();

            scene.awaitCapacity(1, MINIMUM_MEGABYTES);
            await().during(Duration.ofSeconds(5))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> scene.resourceManager()
                                    .rest()
                                    .node(scene.nodeId())
                                    .filter(YarnNode::running)
                                    .isPresent()
                            && scene.nodeManager().process().isAlive());
            assertThat(scene.capacity().capacityMegabytes()).isEqualTo(MINIMUM_MEGABYTES);
            ledger.report().requireSound();
            scene.requireSound();
        }
    }
}
