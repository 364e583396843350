package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator before a ResourceManager whose answers are garbage, or well formed and impossible. */
@Tag("long")
class ResourceManagerAnswersIT {
    private static final Duration SOON = OperatorScene.SOON;
    private static final String FAILED = "ResourceManager call failed";
    private static final String RECOVERED = "ResourceManager answers again";
    private static final Duration A_WHILE = Duration.ofSeconds(3);

    @TempDir
    Path directory;

    private DistortingResourceManager distorting;
    private GarblingProxy proxy;
    private OperatorScene scene;

    @AfterEach
    void end() {
        if (proxy != null) {
            proxy.close();
        }
        if (distorting != null) {
            distorting.close();
        }
    }

    @Test
    void reportsImpossibleAnswersOnceAndKeepsTheLease() {
        HadoopRuntime runtime = HadoopRuntime.hadoop35(ProjectLayout.find());
        try (OperatorScene started =
                new OperatorScene(ControlPlaneGate.share(), runtime, directory, this::behindTheStandIns)) {
            scene = started;
            scene.awaitCapacity(4, 4_096);
            scene.awaitLease("STEADY", 4_000);
            LedgerWatch ledger = scene.watchLedger(256);

            garbageOnTheWire();
            impossibleAmounts();
            noState();

            ledger.report().requireSound();
            scene.requireSound();
        }
    }

    /** Reports go through both stand-ins, updates straight to the ResourceManager. */
    private Path behindTheStandIns(ResourceManagerProcess resourceManager) {
        distorting = new DistortingResourceManager(resourceManager.clientProperties());
        proxy = new GarblingProxy(distorting.address());
        Configuration site = new Configuration(false);
        resourceManager.clientProperties().forEach(site::set);
        site.set("yarn.resourcemanager.address", proxy.address());
        try {
            Path configuration = Files.createDirectories(directory.resolve("operator-conf"));
            try (OutputStream file = Files.newOutputStream(configuration.resolve("yarn-site.xml"))) {
                site.writeXml(file);
            }
            return configuration;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void garbageOnTheWire() {
        // A loaded machine may have made a call late before.
        long failed = scene.operator().logged(FAILED);
        long recovered = scene.operator().logged(RECOVERED);
        proxy.garbles(true);
        await().atMost(SOON).until(() -> scene.clusterState().equals("DOWN"));
        scene.awaitLease("STALE", 4_000);
        nothingGrows(10_000);
        assertThat(scene.operator().logged(FAILED))
                .as(scene.operator().logTail())
                .isEqualTo(failed + 1);
        awaitEvents("ResourceManagerFails", "Lease", "cluster default: node reports: ", 1);

        proxy.garbles(false);
        scene.awaitCapacity(5, 5_120);
        scene.awaitLease("STEADY", 5_000);
        assertThat(scene.operator().logged(RECOVERED)).isEqualTo(recovered + 1);
        awaitEvents("ResourceManagerAnswers", "Lease", "answered again", 1);
    }

    /** Another impossible value with each answer is still one fault. */
    private void impossibleAmounts() {
        AtomicInteger answers = new AtomicInteger();
        refused(
                report -> report.setCapability(Resource.newInstance(-answers.incrementAndGet(), 5)),
                "capability.memoryMB = -",
                12_000);
        scene.awaitCapacity(6, 6_144);
        scene.awaitLease("STEADY", 6_000);
        refused(
                report -> report.setUsed(Resource.newInstance(1024, Integer.MAX_VALUE)),
                "used.vcores = 2147483647: want 0 to 1000000",
                14_000);
        scene.awaitCapacity(7, 7_168);
        scene.awaitLease("STEADY", 7_000);
    }

    /** As a state of a later version arrives at this client. */
    private void noState() {
        refused(report -> report.setNodeState(null), "nodeState = nothing: want a state of YARN", 16_000);
        scene.awaitCapacity(8, 8_192);
        scene.awaitLease("STEADY", 8_000);
        assertThat(scene.operator().logged("reports of a node can be used again"))
                .isEqualTo(3);
    }

    private void refused(Consumer<NodeReport> distortion, String problem, long newOrigin) {
        long reserved = scene.node().reservedMilliCpu();
        String named = "report of " + scene.nodeId() + " by cluster 'default': " + problem;
        distorting.distorts(distortion);
        scene.awaitLease("STALE", reserved);
        assertThat(scene.clusterState()).as("the others go on").isEqualTo("UP");
        nothingGrows(newOrigin);
        assertThat(scene.operator().logged(named))
                .as(scene.operator().logTail())
                .isEqualTo(1);
        awaitEvents("YarnLeaseBadInput", "Node", named, 1);
        distorting.tellsTheTruth();
    }

    /** Though there is more to lease now. */
    private void nothingGrows(long originMilliCpu) {
        String reservation = scene.node().reservation();
        int vcores = Math.toIntExact(scene.capacity().capacityVcores());
        scene.node().origin(originMilliCpu, originMilliCpu * 1024 / 1000);
        await().during(A_WHILE).atMost(SOON).untilAsserted(() -> {
            assertThat(scene.operator().isAlive()).isTrue();
            assertThat(scene.node().reservation()).isEqualTo(reservation);
            assertThat(scene.capacity().capacityVcores()).isEqualTo(vcores);
        });
    }

    private void awaitEvents(String reason, String kind, String part, int count) {
        await().atMost(SOON).untilAsserted(() -> {
            List<Event> events = scene.controlPlane()
                    .client()
                    .v1()
                    .events()
                    .inAnyNamespace()
                    .list()
                    .getItems();
            assertThat(events)
                    .filteredOn(event -> event.getReason().equals(reason)
                            && event.getMessage().contains(part))
                    .hasSize(count)
                    .allSatisfy(event ->
                            assertThat(event.getInvolvedObject().getKind()).isEqualTo(kind));
        });
    }
}
