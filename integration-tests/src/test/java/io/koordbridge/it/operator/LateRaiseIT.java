package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A raise is executed a minute after it was sent, and pods take whatever they are offered meanwhile. */
@Tag("long")
class LateRaiseIT {

    private static final Duration LATE = Duration.ofSeconds(60);
    private static final int CORES = 16;

    @TempDir
    Path directory;

    private SlowResourceManager slow;

    @AfterEach
    void end() {
        if (slow != null) {
            slow.close();
        }
    }

    @Test
    void releasesNothingUntilALowerUpdateIsAcknowledgedBehindTheLateRaise() {
        try (OperatorScene scene = new OperatorScene(
                ControlPlaneGate.share(),
                HadoopRuntime.hadoop35(ProjectLayout.find()),
                directory,
                this::behindTheSlowOne)) {
            scene.node().yarnShare("0.25");
            scene.node().origin(CORES * 1_000, CORES * 1_024);
            scene.awaitCapacity(4, 4_096);
            scene.awaitLease("STEADY", 4_000);
            LedgerWatch ledger = scene.watchLedger(256);

            slow.delayNext(LATE);
            scene.node().yarnShare("0.5");
            await().atMost(OperatorScene.SOON).until(slow::caught);
            try (GreedyPods pods = new GreedyPods(scene.controlPlane().client(), SharedNode.NAME)) {
                await().atMost(OperatorScene.SOON).until(() -> pods.milliCpu() == 8_000);
                scene.node().yarnShare("0.25");

                await().atMost(LATE.plusSeconds(30))
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> {
                            assertThat(promised(scene, pods)).isLessThanOrEqualTo(CORES * 1_000L);
                            assertThat(slow.executed() || pods.milliCpu() == 8_000)
                                    .as("pods have %s milli-CPU before the raise is executed", pods.milliCpu())
                                    .isTrue();
                            return slow.executed();
                        });
                await().atMost(OperatorScene.SOON)
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> {
                            assertThat(promised(scene, pods)).isLessThanOrEqualTo(CORES * 1_000L);
                            return pods.milliCpu() == 12_000;
                        });
                scene.awaitCapacity(4, 4_096);
                scene.awaitLease("STEADY", 4_000);
                assertThat(promised(scene, pods)).isEqualTo(CORES * 1_000L);
            }
            ledger.report().requireSound();
            scene.requireSound();
        }
    }

    /** Milli-CPU of pods and of YARN; pods first, so that none counts that came when YARN had given back. */
    private static long promised(OperatorScene scene, GreedyPods pods) {
        return pods.milliCpu() + scene.capacity().capacityVcores() * 1_000;
    }

    /** Updates go through the stand-in, reports straight from the ResourceManager. */
    private Path behindTheSlowOne(ResourceManagerProcess resourceManager) {
        slow = new SlowResourceManager(resourceManager.clientProperties());
        Configuration site = new Configuration(false);
        resourceManager.clientProperties().forEach(site::set);
        site.set(
                "yarn.resourcemanager.admin.address",
                "127.0.0.1:" + slow.address().getPort());
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
}
