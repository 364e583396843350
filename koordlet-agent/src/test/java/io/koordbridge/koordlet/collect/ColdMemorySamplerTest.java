package io.koordbridge.koordlet.collect;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.store.Metric;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColdMemorySamplerTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String SCAN = "/sys/kernel/mm/kidled/scan_period_in_seconds";
    private static final String IDLE =
            "# version: 1.0\n" + "#\n".repeat(13) + "cfei 0 0 0 0 0 1 2 3\n" + "x 0\n".repeat(16);

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final List<String> samples = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private ColdMemorySampler sampler(CgroupVersion version) {
        CgroupTree tree = new CgroupTree(Path.of("/sys/fs/cgroup"), version, CgroupDriver.CGROUPFS, files);
        return new ColdMemorySampler(
                new UsageReader(tree),
                new HostProc(files, Path.of("/proc")),
                Path.of("/sys"),
                now -> (metric, key, value) -> samples.add(now + " " + metric + key + " " + (long) value),
                new ReadErrors(new MetricRegistry(), problems::add));
    }

    private void machine() {
        files.put("/proc/meminfo", "MemTotal: 1000 kB\nMemFree: 400 kB\n");
        files.put("/sys/fs/cgroup/memory/memory.idle_page_stats", IDLE);
    }

    @Test
    void nothingIsMeasuredWhereNothingScans() {
        machine();
        ColdMemorySampler sampler = sampler(CgroupVersion.V1);
        sampler.round(START, List.of(), List.of());
        files.put(SCAN, "0\n");
        sampler.round(START.plusSeconds(5), List.of(), List.of());

        assertThat(samples).isEmpty();
        assertThat(sampler.hasStarted()).isFalse();
        assertThat(files.takeWrites()).as("the agent does not switch it on").isEmpty();
    }

    @Test
    void coldPagesAreNoUsageWhereKidledScans() {
        machine();
        files.put(SCAN, "5\n");
        ColdMemorySampler sampler = sampler(CgroupVersion.V1);
        sampler.round(START, List.of(), List.of());
        sampler.round(START.plusSeconds(4), List.of(), List.of());

        assertThat(samples)
                .containsExactly(
                        START + " " + Metric.NODE_COLD_MEMORY + " 6",
                        START + " " + Metric.NODE_MEMORY_WITH_HOT_PAGES + " " + (600 * 1024 - 6));
        assertThat(sampler.hasStarted()).isTrue();

        sampler.round(START.plusSeconds(5), List.of(), List.of());
        assertThat(samples).hasSize(4);
    }

    @Test
    void version2HasNoColdPages() {
        machine();
        files.put(SCAN, "5\n");
        ColdMemorySampler sampler = sampler(CgroupVersion.V2);
        sampler.round(START, List.of(), List.of());

        assertThat(samples).isEmpty();
        assertThat(sampler.hasStarted()).isFalse();
    }

    @Test
    void aScanPeriodThatIsNoNumberIsReported() {
        files.put(SCAN, "soon\n");
        sampler(CgroupVersion.V1).round(START, List.of(), List.of());

        assertThat(problems).singleElement().asString().contains("scan_period_in_seconds", "soon");
    }
}
