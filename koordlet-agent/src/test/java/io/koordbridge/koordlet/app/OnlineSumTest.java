package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The online sum as whole rounds measure it, on files: of the node 1.1 cores are used, and 2000000 kB. */
class OnlineSumTest {

    private static final long MEBIBYTE = 1 << 20;
    private static final long NODE_BYTES = 2_000_000L * 1024;

    private final FakeNode node = new FakeNode(2);
    private final LoopFixture agent = node.start();
    private long tierNanos;

    @AfterEach
    void close() {
        agent.close();
    }

    private void pass(double tierCores) {
        node.passSecond();
        tierNanos += (long) (tierCores * 1e9);
        node.put("cpuacct", FakeNode.TIER, "cpuacct.usage", tierNanos + "\n");
        agent.loop.look();
    }

    private OptionalDouble latest(Metric metric) {
        return agent.store.latest(metric, SampleStore.NODE, node.clock.instant(), Duration.ofMillis(500));
    }

    @Test
    void itIsTheNodeWithoutTheTierAndWithoutTheMemoryOfItsPods() {
        pass(0);
        assertThat(latest(Metric.ONLINE_CPU)).as("counters are learnt").isEmpty();
        pass(0.6);

        assertThat(latest(Metric.ONLINE_CPU)).hasValueCloseTo(0.5, within(1e-6));
        assertThat(latest(Metric.ONLINE_MEMORY)).hasValue(NODE_BYTES - 2 * MEBIBYTE);
        assertThat(latest(Metric.ONLINE_MEMORY_WITH_PAGE_CACHE)).isPresent();
    }

    /** A pod has no usage of its own before its second round, and none after its last: the tier has both. */
    @Test
    void aPodOfTheTierWhoseFilesAreGoneDoesNotCountAsOnline() {
        pass(0);
        pass(0.6);
        node.files.take(FakeNode.path("cpuacct", FakeNode.TIER + "/podbatch0", "cpuacct.usage"));
        pass(0.6);

        assertThat(latest(Metric.ONLINE_CPU)).hasValueCloseTo(0.5, within(1e-6));
    }

    @Test
    void itIsNeverNegative() {
        pass(0);
        pass(3);

        assertThat(latest(Metric.ONLINE_CPU)).hasValue(0);
    }

    @Test
    void withoutTheTierItIsNotKnown() {
        pass(0);
        pass(0.6);
        node.files.take(FakeNode.path("cpuacct", FakeNode.TIER, "cpuacct.usage"));
        node.passSecond();
        agent.loop.look();

        assertThat(latest(Metric.NODE_CPU)).isPresent();
        assertThat(latest(Metric.ONLINE_CPU)).isEmpty();
    }

    @Test
    void aCounterThatRunsBackwardsGivesNoSample() {
        pass(1);
        pass(1);
        tierNanos = 0;
        pass(0);
        assertThat(latest(Metric.ONLINE_CPU)).isEmpty();
        pass(0.1);

        assertThat(latest(Metric.ONLINE_CPU)).hasValueCloseTo(1.0, within(1e-6));
    }
}
