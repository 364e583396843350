package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerInfo;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ProjectLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Grow, shrink and outages with a real API server, a real ResourceManager and a stock NodeManager. */
class OperatorIT {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorIT.class);
    private static final ProjectLayout LAYOUT = ProjectLayout.find();
    private static final Duration SOON = Duration.ofSeconds(40);
    /** Longer than a report stays usable. */
    private static final Duration OUTAGE = Duration.ofSeconds(14);

    @TempDir
    Path directory;

    private ResourceManagerProcess resourceManager;
    private NodeManagerProcess nodeManager;
    private SharedNode node;
    private OperatorUnderTest operator;

    @Test
    void followsTheNodeWithAResourceManagerOf34() {
        withEverything(HadoopRuntime.hadoop34(LAYOUT), controlPlane -> growsAndShrinks());
    }

    @Test
    void followsTheNodeThroughOutagesWithAResourceManagerOf35() {
        withEverything(HadoopRuntime.hadoop35(LAYOUT), controlPlane -> {
            growsAndShrinks();
            outlivesTheResourceManager();
            outlivesTheApiServer(controlPlane);
        });
    }

    private interface Story {
        void tell(RealControlPlane controlPlane);
    }

    private void withEverything(HadoopRuntime runtime, Story story) {
        try (RealControlPlane controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
                ResourceManagerProcess rm =
                        ResourceManagerProcess.start(ResourceManagerOptions.of(runtime, directory.resolve("rm")));
                NodeManagerProcess nm =
                        NodeManagerProcess.start(rm, NodeManagerOptions.of(runtime, directory.resolve("nm")));
                SharedNode shared = new SharedNode(controlPlane, nm.nodeId())) {
            resourceManager = rm;
            nodeManager = nm;
            node = shared;
            node.origin(8_000, 8_192);
            try (OperatorUnderTest started =
                    OperatorUnderTest.start(controlPlane.kubeconfig(), rm.clientConfiguration(), directory)) {
                operator = started;
                story.tell(controlPlane);
                assertThat(operator.get("ledger").path("brokenChecks").asLong()).isZero();
                LOG.info("operator's resident memory: {} MiB", operator.residentMebibytes());
                assertThat(operator.residentMebibytes()).isLessThan(300);
            }
        }
    }

    private void growsAndShrinks() {
        awaitCapacity(4, 4_096);
        awaitLease("STEADY", 4_000);

        long growFrom = System.nanoTime();
        node.origin(16_000, 16_384);
        awaitCapacity(8, 8_192);
        assertThat(report("origin rose", growFrom)).isLessThan(Duration.ofSeconds(5));
        awaitLease("STEADY", 8_000);

        long shrinkFrom = System.nanoTime();
        node.origin(4_000, 4_096);
        awaitCapacity(2, 2_048);
        Duration reaction = report("origin fell", shrinkFrom);
        assertThat(reaction).isLessThan(Duration.ofSeconds(2));
        await().atMost(SOON).until(() -> told(2, 2_048));
        awaitLease("STEADY", 2_000);
        assertThat(operator.get("ledger").path("verdict").asText()).isEqualTo("OK");
    }

    private void outlivesTheResourceManager() {
        resourceManager.crash();
        await().atMost(SOON)
                .until(() ->
                        operator.get("status").at("/clusters/0/state").asText().equals("DOWN"));
        node.origin(12_000, 12_288);
        awaitLease("STALE", 2_000);

        resourceManager.restart();

        awaitCapacity(6, 6_144);
        awaitLease("STEADY", 6_000);
    }

    private void outlivesTheApiServer(RealControlPlane controlPlane) {
        controlPlane.stopApiServer();
        await().pollDelay(OUTAGE).atMost(OUTAGE.plus(SOON)).untilAsserted(() -> {
            assertThat(operator.node().path("leaseCpuMilli").asLong()).isEqualTo(6_000);
            assertThat(capacity().capacityVcores()).isEqualTo(6);
        });

        controlPlane.startApiServer();
        node.origin(8_000, 8_192);

        awaitCapacity(4, 4_096);
        awaitLease("STEADY", 4_000);
    }

    private YarnNode capacity() {
        return resourceManager.rest().node(nodeManager.nodeId()).orElseThrow();
    }

    private void awaitCapacity(long vcores, long megabytes) {
        // A restarted ResourceManager knows the node again only after its next heartbeat.
        var waiting =
                await().atMost(SOON).pollInterval(Duration.ofMillis(50)).ignoreException(NoSuchElementException.class);
        waiting.untilAsserted(() -> {
            YarnNode seen = capacity();
            assertThat(seen.capacityVcores()).as(operator.logTail()).isEqualTo(vcores);
            assertThat(seen.capacityMegabytes()).isEqualTo(megabytes);
        });
    }

    private boolean told(long vcores, long megabytes) {
        NodeManagerInfo info = nodeManager.rest().info();
        return info.capacityVcores() == vcores && info.capacityMegabytes() == megabytes;
    }

    private void awaitLease(String state, long milliCpu) {
        await().atMost(SOON).ignoreException(NoSuchElementException.class).untilAsserted(() -> {
            assertThat(node.reservedMilliCpu()).as(operator.logTail()).isEqualTo(milliCpu);
            assertThat(node.lease().orElseThrow().state()).isEqualTo(state);
        });
    }

    private static Duration report(String what, long fromNanos) {
        Duration took = Duration.ofNanos(System.nanoTime() - fromNanos);
        LOG.info("{}: the ResourceManager followed after {} ms", what, took.toMillis());
        return took;
    }
}
