package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.testing.DropwizardTestSupport;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.testkit.await.PatientAwaits;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole process with a ResourceManager that takes its time, and with a node whose CPU is gone for a moment. */
class LateRaiseTest {

    private static final Duration SOON = PatientAwaits.PATIENCE;

    private final SmallCluster cluster = new SmallCluster();
    private final FakeResourceManager yarn = new FakeResourceManager(() -> {});
    private final LateResourceManager late = new LateResourceManager(yarn);
    private DropwizardTestSupport<YarnOperatorConfiguration> process;

    @BeforeEach
    void start() throws Exception {
        yarn.put("nm-0", new YarnAmount(1, 1024), YarnAmount.ZERO);
        cluster.addNode(cores(20));
        cluster.addNodeManagerPod("nm-0:8041");
        process = OperatorUnderTest.quick(
                cluster, late, "lease.times.growInterval=1s", "lease.times.settle=500ms", "lease.times.reportStale=3s");
    }

    @AfterEach
    void stop() {
        process.after();
        cluster.close();
    }

    private static BatchAmount cores(int cores) {
        return new BatchAmount(cores * 1_000L, (long) cores << 31);
    }

    private long reserved() {
        return cluster.reserved().map(BatchAmount::milliCpu).orElse(0L);
    }

    /** What pods are offered and what YARN schedules on. */
    private long promised() {
        long offered = Quantities.value(cluster.node().getStatus().getAllocatable(), ResourceNames.BATCH_CPU);
        return offered + yarn.capability("nm-0").vcores() * 1_000;
    }

    @Test
    void releasesNothingBehindAnUnansweredRaise() throws Exception {
        late.hang();
        process.before();
        Awaitility.await().atMost(SOON).until(() -> late.waiting() > 0);
        assertThat(reserved()).isEqualTo(10_000);

        cluster.origin(cores(8));
        int asked = late.waiting();
        Awaitility.await().atMost(SOON).until(() -> late.waiting() > asked);
        cluster.origin(cores(12));
        Awaitility.await()
                .during(Duration.ofSeconds(5))
                .atMost(Duration.ofSeconds(30))
                .until(() -> reserved() == 10_000);

        while (late.waiting() > 0) {
            late.executeOne();
            assertThat(promised()).isLessThanOrEqualTo(12_000);
        }
        Awaitility.await().atMost(SOON).until(() -> {
            assertThat(promised()).isLessThanOrEqualTo(12_000);
            return reserved() < 10_000;
        });
    }

    @Test
    void aMomentWithoutCpuGivesNoContainerAShortDeadline() throws Exception {
        process.before();
        YarnAmount half = new YarnAmount(10, 20_480);
        Awaitility.await().atMost(SOON).until(() -> yarn.capability("nm-0").equals(half));
        Awaitility.await()
                .atMost(SOON)
                .until(() -> AnnotationCodec.read(cluster.node(), Annotations.NODE_YARN_LEASE, YarnLease.class)
                        .map(YarnLease::state)
                        .equals(Optional.of("STEADY")));
        yarn.put("nm-0", half, half);
        int before = yarn.updates().size();

        cluster.origin(new BatchAmount(0, 20L << 31));
        Awaitility.await().atMost(SOON).until(() -> yarn.updates().size() > before);
        cluster.origin(cores(20));
        Awaitility.await().atMost(SOON).until(() -> yarn.capability("nm-0").equals(half));

        assertThat(yarn.updates().subList(before, yarn.updates().size())).allSatisfy(update -> {
            assertThat(update.overcommitTimeout()).isGreaterThan(Duration.ofMinutes(9));
            assertThat(update.capability().memoryMb()).isGreaterThanOrEqualTo(20_479);
        });
    }
}
