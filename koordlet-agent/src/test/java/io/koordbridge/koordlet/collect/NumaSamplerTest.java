package io.koordbridge.koordlet.collect;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.topology.Processor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class NumaSamplerTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    private static final long MIB = 1 << 20;

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    private final PodInfo pod = PodInfos.of(
            new PodBuilder()
                    .withNewMetadata()
                    .withName("p")
                    .withUid("u1")
                    .endMetadata()
                    .withNewStatus()
                    .withQosClass("Burstable")
                    .endStatus()
                    .build(),
            problem -> {});

    @Test
    void splitsSystemUsageByTheUsageOfEachNode() {
        memory(0, 1000);
        memory(1, 3000);
        files.put("/sys/fs/cgroup/memory/kubepods/burstable/podu1/memory.numa_stat", "total=512 N0=256 N1=256\n");
        NumaSampler sampler = sampler(List.of(new Processor(0, 0, 0, 0), new Processor(1, 1, 0, 1)));

        ticks(0, 0);
        sampler.round(NOW, List.of(pod), List.of());
        store.append(Metric.SYSTEM_CPU, SampleStore.NODE, NOW.plusSeconds(5), 0.4);
        ticks(375, 125);
        sampler.round(NOW.plusSeconds(4), List.of(pod), List.of());
        assertThat(latest(Metric.NODE_NUMA_CPU, "0", 4)).as("not yet").isEmpty();
        sampler.round(NOW.plusSeconds(5), List.of(pod), List.of());

        assertThat(latest(Metric.NODE_NUMA_CPU, "0", 5)).hasValue(0.75);
        assertThat(latest(Metric.SYSTEM_NUMA_CPU, "0", 5).orElseThrow()).isCloseTo(0.3, within());
        assertThat(latest(Metric.SYSTEM_NUMA_CPU, "1", 5).orElseThrow()).isCloseTo(0.1, within());
        assertThat(latest(Metric.NODE_NUMA_MEMORY, "1", 5)).hasValue(3000.0 * MIB);
        assertThat(latest(Metric.SYSTEM_NUMA_MEMORY, "0", 5)).hasValue(999.0 * MIB);
    }

    @Test
    void aMachineWithOneNodeReadsNothingOfPods() {
        memory(0, 1000);
        store.append(Metric.SYSTEM_MEMORY, SampleStore.NODE, NOW, 77);
        ticks(0, 0);

        sampler(List.of(new Processor(0, 0, 0, 0))).round(NOW, List.of(pod), List.of());

        assertThat(latest(Metric.SYSTEM_NUMA_MEMORY, "0", 0)).hasValue(77);
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.data.Offset.offset(1e-9);
    }

    private void memory(int node, long mebibytes) {
        files.put(
                "/sys/bus/node/devices/node" + node + "/meminfo",
                "Node " + node + " MemTotal:       8388608 kB\nNode " + node + " MemFree:        "
                        + (8192 - mebibytes) * 1024 + " kB\n");
    }

    private void ticks(long first, long second) {
        files.put(
                "/proc/stat",
                "cpu  " + (first + second) + " 0 0 9 0 0 0 0 0 0\ncpu0 " + first + " 0 0 9 0 0 0 0 0 0\ncpu1 " + second
                        + " 0 0 9 0 0 0 0 0 0\n");
    }

    private OptionalDouble latest(Metric metric, String node, long second) {
        return store.latest(metric, node, NOW.plusSeconds(second), Duration.ofSeconds(1));
    }

    private NumaSampler sampler(List<Processor> processors) {
        ReadErrors errors = new ReadErrors(new MetricRegistry(), problem -> {});
        UsageReader reader = new UsageReader(
                new CgroupTree(Path.of("/sys/fs/cgroup"), CgroupVersion.V1, CgroupDriver.CGROUPFS, files));
        return new NumaSampler(
                new NumaCollector(new HostProc(files, Path.of("/proc")), files, Path.of("/sys")),
                new PodNumaMemory(reader, errors),
                () -> processors,
                store,
                errors);
    }
}
