package io.koordbridge.koordlet.collect;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.snapshot.TierReading;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BestEffortCollectorTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String TIER = "/cg/kubepods/besteffort";

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files);
    private final UsageReader reader = new UsageReader(tree);
    private final ReadErrors errors = new ReadErrors(new MetricRegistry(), problem -> {});

    private Optional<BestEffortCollector.BestEffort> collect(int runningCpus) {
        files.put(TIER + "/cpu.stat", "usage_usec 1\n");
        files.put(TIER + "/cpu.max", "max 100000\n");
        return new BestEffortCollector(reader, new TierUsage(reader, errors), errors, () -> runningCpus)
                .collect(NOW, TierReading.of(new CgroupReader(tree)), List.of());
    }

    @Test
    void aContainerWhoseCpusCannotBeParsedDoesNotCount() {
        files.put("/cg/cpuset.cpus.effective", "0-7\n");
        files.put(TIER + "/cpuset.cpus.effective", "0-3\n");
        files.put(TIER + "/pod1/a/cpuset.cpus.effective", "0-x\n");
        files.put(TIER + "/pod1/b/cpuset.cpus.effective", "0-2\n");

        assertThat(collect(8))
                .map(BestEffortCollector.BestEffort::realLimitMilliCpu)
                .hasValue(3000L);
    }

    /** Else eviction by CPU never has a sample there. */
    @Test
    void withoutTheCpusetControllerAllCpusCount() {
        assertThat(collect(8))
                .map(BestEffortCollector.BestEffort::realLimitMilliCpu)
                .hasValue(8000L);
        assertThat(collect(0)).as("unknown is no limit").isEmpty();
    }

    @Test
    void aTierWithoutItsFileIsNoReasonToGuess() {
        files.put("/cg/cpuset.cpus.effective", "0-7\n");

        assertThat(collect(8)).isEmpty();
    }
}
