package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.api.annotation.YarnLease;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a shrink the master of an application hears which containers have to go, and may let them go before the deadline. */
class PreemptionMessageIT {

    private static final int TASK_MEGABYTES = 1_024;

    @TempDir
    Path directory;

    @Test
    void aMasterThatHeedsTheMessageEndsTheShrinkBeforeItsDeadline() throws IOException, YarnException {
        // No test waits this long: what ends has been let go.
        try (OperatorScene scene = OperatorScene.shared(
                        directory,
                        options -> options.capacity(8_192, 8),
                        "lease.times.pressure=10m",
                        "lease.keepLargest.nodes=0");
                UnmanagedApplication application =
                        new UnmanagedApplication(scene.resourceManager(), 3, Resource.newInstance(TASK_MEGABYTES, 1))) {
            scene.awaitCapacity(4, 4_096);
            application.awaitHeard();

            scene.node().origin(8_000, 3 * TASK_MEGABYTES);

            Set<ContainerId> victims = new HashSet<>();
            await("the message").atMost(OperatorScene.SOON).until(() -> {
                victims.addAll(application.askedFor());
                return victims.size() == 2;
            });
            assertThat(victims).extracting(ContainerId::toString).isSubsetOf(application.tasks());
            assertThat(victims)
                    .extracting(ContainerId::toString)
                    .doesNotContain(application.tasks().get(0));
            assertThat(scene.capacity().usedMegabytes()).isEqualTo(3 * TASK_MEGABYTES);

            for (ContainerId victim : victims) {
                application.release(victim);
            }
            await("the lease of what is left").atMost(OperatorScene.SOON).untilAsserted(() -> {
                YarnLease lease = scene.node().lease().orElseThrow();
                assertThat(lease.state()).as(scene.operator().logTail()).isEqualTo("STEADY");
                assertThat(lease.lease().memoryMB()).isLessThan(2 * TASK_MEGABYTES);
                assertThat(scene.capacity().usedMegabytes()).isEqualTo(TASK_MEGABYTES);
            });
            scene.requireSound();
        }
    }
}
