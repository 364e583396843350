package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.hadoop.YarnContainer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A master that nobody has heard of when a shrink begins: it started after the last answer, and YARN ends what is over the capacity after eight seconds. */
@Tag("long")
class MasterBeforeShrinkIT {

    private static final int MASTER_CORES = 3;
    private static final int MASTER_MEGABYTES = 1_024;

    @TempDir
    Path directory;

    private OperatorScene scene;

    @BeforeEach
    void start() {
        scene = OperatorScene.shared(
                directory, UnaryOperator.identity(), "lease.times.drain=8s", "lease.times.pressure=8s");
        scene.awaitCapacity(4, 4_096);
        scene.awaitLease("STEADY", 4_000);
    }

    @AfterEach
    void stop() {
        if (scene != null) {
            scene.close();
        }
    }

    @Test
    void survivesAFallOfTheOriginToNothing() {
        try (UnmanagedApplication application = master()) {
            scene.node().origin(0, 8_192);

            awaitLives(application, MASTER_CORES, 4_096);
            // The operator has sent nothing that YARN could have ended it for: longer than the timeout.
            await().during(Duration.ofSeconds(12))
                    .atMost(OperatorScene.SOON)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> lives(application) && scene.capacity().capacityVcores() == MASTER_CORES);
        }
        // Only masters keep it.
        scene.awaitCapacity(1, 4_096);
        scene.requireSound();
    }

    @Test
    void survivesAFallOfMemoryThatLeavesRoomForIt() {
        try (UnmanagedApplication application = master()) {
            // YARN's share is half of what is there, less than the master, all of which still fits.
            scene.node().origin(8_000, 1_536);

            awaitLives(application, 4, MASTER_MEGABYTES);
            await().during(Duration.ofSeconds(12))
                    .atMost(OperatorScene.SOON)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> lives(application) && scene.capacity().capacityMegabytes() >= MASTER_MEGABYTES);
        }
        scene.requireSound();
    }

    /** Returns when it runs. Its id makes it a master as long as no node agent knows better. */
    private UnmanagedApplication master() {
        return new UnmanagedApplication(
                scene.resourceManager(), 1, Resource.newInstance(MASTER_MEGABYTES, MASTER_CORES));
    }

    private void awaitLives(UnmanagedApplication application, long vcores, long megabytes) {
        await().atMost(OperatorScene.SOON).pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
            assertThat(lives(application)).as(scene.operator().logTail()).isTrue();
            assertThat(scene.capacity().capacityVcores()).isEqualTo(vcores);
            assertThat(scene.capacity().capacityMegabytes()).isEqualTo(megabytes);
        });
        assertThat(lives(application)).as(scene.operator().logTail()).isTrue();
    }

    private boolean lives(UnmanagedApplication application) {
        String id = application.tasks().get(0);
        return scene.capacity().usedVcores() == MASTER_CORES
                && scene.nodeManager().rest().containers().stream()
                        .anyMatch(one -> one.id().equals(id) && running(one));
    }

    private static boolean running(YarnContainer container) {
        return container.state().equals("RUNNING");
    }
}
