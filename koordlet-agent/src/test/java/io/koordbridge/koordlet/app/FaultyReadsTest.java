package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are half written, missing or forbidden: a reason, and everything else goes on. */
class FaultyReadsTest {

    private static final String ERRORS = "koord_koordlet_read_errors_total";
    private static final String POD = FakeNode.TIER + "/podbatch0";

    private final FakeNode node = new FakeNode(2);
    private final LoopFixture agent = node.start();

    @BeforeEach
    void measures() {
        tick();
        tick();
        assertThat(latest(Metric.POD_CPU, "batch0")).isPresent();
    }

    @AfterEach
    void close() {
        agent.close();
    }

    private void tick() {
        node.passSecond();
        assertThatCode(agent.loop::look).doesNotThrowAnyException();
    }

    private OptionalDouble latest(Metric metric, String subject) {
        return agent.store.latest(metric, subject, node.clock.instant(), Duration.ofMillis(500));
    }

    @ParameterizedTest
    @CsvSource({
        "memory, memory.stat, total_inactive_anon 0, pods",
        "memory, memory.stat, '', pods",
        "cpuacct, cpuacct.usage, '', pods",
        "cpuacct, cpuacct.usage, 12x, pods",
        "cpu, cpu.stat, nr_periods 1, throttling",
    })
    void aHalfWrittenFileOfAPodCostsThatPodOnly(String hierarchy, String file, String content, String collector) {
        node.put(hierarchy, POD, file, content);
        tick();

        assertThat(agent.counted(ERRORS, "collector", collector, "reason", "malformed"))
                .isPositive();
        assertThat(agent.problems).anySatisfy(problem -> assertThat(problem).contains(POD + "/" + file));
        assertThat(latest(Metric.POD_CPU, "batch1")).isPresent();
        assertThat(latest(Metric.NODE_CPU, SampleStore.NODE)).isPresent();
        assertThat(latest(Metric.BE_USAGE, SampleStore.NODE)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"/proc/stat, cpu", "/proc/stat, ''", "/proc/stat, 'intr 1 2'"})
    void ofAHalfWrittenFileOfTheNodeNothingIsMeasuredUntilItIsWhole(String file, String content) {
        node.passSecond();
        node.files.put(file, content);
        assertThatCode(agent.loop::look).doesNotThrowAnyException();
        assertThat(agent.problems).anySatisfy(problem -> assertThat(problem).contains(file));

        tick();
        tick();
        assertThat(latest(Metric.NODE_CPU, SampleStore.NODE)).isPresent();
    }

    @Test
    void aMissingFileOfTheNodeIsReportedAndMeasuringGoesOnAfterwards() {
        node.passSecond();
        node.files.take("/proc/meminfo");
        assertThatCode(agent.loop::look).doesNotThrowAnyException();
        assertThat(agent.problems).anySatisfy(problem -> assertThat(problem).contains("/proc/meminfo: no such file"));

        tick();
        tick();
        assertThat(latest(Metric.NODE_MEMORY, SampleStore.NODE)).isPresent();
    }

    @Test
    void aPodThatEndsBetweenListAndReadIsLeftOutWithoutAProblem() {
        node.files.beforeRead(() -> {
            node.files.beforeRead(() -> {});
            for (String dir : new String[] {POD, POD + "/c-batch0"}) {
                node.files.take(FakeNode.path("memory", dir, "memory.stat"));
                node.files.take(FakeNode.path("cpuacct", dir, "cpuacct.usage"));
                node.files.take(FakeNode.path("cpu", dir, "cpu.stat"));
                node.files.take(FakeNode.path("cpuset", dir, "cpuset.cpus"));
            }
        });
        tick();

        assertThat(agent.counted(ERRORS, "collector", "pods", "reason", "gone")).isPositive();
        assertThat(agent.problems).isEmpty();
        assertThat(latest(Metric.POD_CPU, "batch0")).isEmpty();
        assertThat(latest(Metric.POD_CPU, "batch1")).isPresent();
        assertThat(latest(Metric.BE_USAGE, SampleStore.NODE))
                .as("of the others")
                .isPresent();
    }

    @Test
    void everyErrorHasItsReason() {
        String file = FakeNode.path("cpuacct", POD, "cpuacct.usage");
        fails(file, new AccessDeniedException(file), "denied");
        fails(file, new NoSuchFileException(file), "gone");
        fails(file, new IOException("No such device"), "ended");
        fails(file, new IOException("Input/output error"), "failed");

        node.files.failReads(file, null);
        tick();
        tick();
        assertThat(latest(Metric.POD_CPU, "batch0")).isPresent();
    }

    private void fails(String file, IOException problem, String reason) {
        node.files.failReads(file, problem);
        tick();
        assertThat(agent.counted(ERRORS, "collector", "pods", "reason", reason)).isEqualTo(1);
    }
}
