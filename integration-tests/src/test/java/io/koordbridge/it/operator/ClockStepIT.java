package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operator's clock is set an hour ahead and back while a lease grows and while it drains. */
@Tag("long")
class ClockStepIT {

    private static final Logger LOG = LoggerFactory.getLogger(ClockStepIT.class);
    private static final Duration HOUR = Duration.ofHours(1);
    /** By so much a change may end too early. */
    private static final Duration ALLOWED = Duration.ofSeconds(1);
    /** So long that a change which a step ends at once is told apart, though the test looks at it for two seconds. */
    private static final Duration SETTLE = Duration.ofSeconds(6);

    private static final Duration DRAIN = Duration.ofSeconds(8);

    @TempDir
    Path directory;

    private ShiftedClock clock;
    private OperatorScene scene;

    @Test
    void changesNoLeaseAndNoEndOfAChange() throws IOException, InterruptedException {
        clock = ShiftedClock.make(directory);
        try (OperatorScene started = new OperatorScene(
                ControlPlaneGate.share(),
                ResourceManagerOptions.of(HadoopRuntime.hadoop35(ProjectLayout.find()), directory.resolve("rm")),
                directory,
                ResourceManagerProcess::clientConfiguration,
                options -> options.capacity(16_384, 16),
                List.of(
                        "lease.times.settle=" + SETTLE.toSeconds() + "s",
                        "lease.times.drain=" + DRAIN.toSeconds() + "s"),
                clock.environment())) {
            scene = started;
            scene.node().yarnShare("0.125");
            scene.node().origin(16_000, 16_384);
            scene.awaitCapacity(2, 2_048);
            scene.awaitLease("STEADY", 2_000);
            LedgerWatch ledger = scene.watchLedger(256);
            // A clock that is an hour ahead would end them at once, and one that is an hour behind not while the scene
            // waits.
            lasts(SETTLE, HOUR, this::grows);
            lasts(DRAIN, Duration.ZERO, this::drains);
            lasts(SETTLE, HOUR.negated(), this::grows);
            lasts(DRAIN, Duration.ZERO, this::drains);
            ledger.report().requireSound();
            scene.requireSound();
        }
    }

    private static void lasts(Duration atLeast, Duration step, UnaryOperator<Duration> change) {
        assertThat(change.apply(step)).isGreaterThanOrEqualTo(atLeast.minus(ALLOWED));
    }

    /** From 2 to 4 cores. */
    private Duration grows(Duration step) {
        long from = System.nanoTime();
        scene.node().yarnShare("0.25");
        scene.awaitLease("GROWING", 4_000);
        clock.set(step);
        keeps(4_000);
        scene.awaitCapacity(4, 4_096);
        scene.awaitLease("STEADY", 4_000);
        return reported("grew", step, from);
    }

    /** Back to 2 cores, which the last of three tasks delays until the deadline; the first one passes for a master. */
    private Duration drains(Duration step) {
        try (UnmanagedApplication application =
                new UnmanagedApplication(scene.resourceManager(), 3, Resource.newInstance(512, 1))) {
            await().atMost(OperatorScene.SOON).until(() -> scene.capacity().usedVcores() == 3);
            long from = System.nanoTime();
            scene.node().yarnShare("0.125");
            scene.awaitCapacity(2, 2_048);
            clock.set(step);
            keeps(3_000);
            scene.awaitLease("STEADY", 2_000);
            assertThat(application.tasks()).hasSize(3);
            return reported("drained", step, from);
        }
    }

    private void keeps(long milliCpu) {
        await().during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(10))
                .until(() -> scene.node().reservedMilliCpu() >= milliCpu);
    }

    /** The operator's own word on the time of day shows that the step reached it. */
    private Duration reported(String what, Duration step, long fromNanos) {
        Duration took = Duration.ofNanos(System.nanoTime() - fromNanos);
        String time = String.valueOf(scene.node().lease().orElseThrow().time());
        LOG.info("{} in {} ms, with a step to {} its lease says {}", what, took.toMillis(), step, time);
        assertThat(Duration.between(Instant.now().plus(step), Instant.parse(time)))
                .isBetween(Duration.ofMinutes(-2), Duration.ofMinutes(2));
        return took;
    }
}
