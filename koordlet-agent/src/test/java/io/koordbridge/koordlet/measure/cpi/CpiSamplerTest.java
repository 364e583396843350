package io.koordbridge.koordlet.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.subject.MeasuredPods;
import io.koordbridge.koordlet.measure.subject.SubjectGauges;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.QosClass;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CpiSamplerTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<String> opened = new ArrayList<>();
    private final List<String> samples = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final MetricRegistry registry = new MetricRegistry();
    private final FakeCgroupTree files = new FakeCgroupTree();
    private int open;
    private Optional<String> obstacle = Optional.empty();
    private String failing = "none";
    private String unreadable = "none";

    private final CounterSource source = new CounterSource() {
        @Override
        public Optional<String> obstacle() {
            return obstacle;
        }

        @Override
        public Optional<Cpi.Counters> open(Path group, int cpu) throws IOException {
            if (group.endsWith("gone")) {
                throw new NoSuchFileException(group.toString());
            }
            if (cpu == 1 && group.endsWith(failing)) {
                throw new IOException("Too many open files");
            }
            if (cpu == 2) {
                return Optional.empty();
            }
            open++;
            opened.add(group.getFileName() + "/" + cpu);
            return Optional.of(new Cpi.Counters() {
                @Override
                public CpuCounters read() throws IOException {
                    if (group.endsWith(unreadable)) {
                        throw new IOException("Input/output error");
                    }
                    return new CpuCounters(OptionalLong.of(300), OptionalLong.of(100), 10, 5);
                }

                @Override
                public void close() {
                    open--;
                }
            });
        }
    };

    private CpiSampler sampler(CgroupVersion version, int mostDescriptors) {
        return new CpiSampler(
                new CgroupTree(Path.of("/sys/fs/cgroup"), version, CgroupDriver.CGROUPFS, files),
                source,
                () -> IntStream.range(0, 3)
                        .mapToObj(cpu -> new Processor(cpu, cpu, 0, 0))
                        .toList(),
                new CpiSampler.Settings(Duration.ofSeconds(60), Duration.ofSeconds(10), mostDescriptors),
                now -> (metric, key, value) -> samples.add(metric.wireName() + " " + key + " " + value),
                new SubjectGauges(registry, "n1", () -> true),
                new ReadErrors(new MetricRegistry(), problems::add));
    }

    private static List<PodInfo> pods(String... names) {
        return List.of(names).stream()
                .map(name -> MeasuredPods.pod(name, QosClass.LS, KubeQos.BURSTABLE))
                .toList();
    }

    private static void window(CpiSampler sampler, Instant from, List<PodInfo> pods) {
        sampler.round(from, pods, List.of());
        sampler.count(from);
        sampler.count(from.plusSeconds(9));
        sampler.count(from.plusSeconds(10));
        sampler.round(from.plusSeconds(11), pods, List.of());
    }

    @Test
    void countersAreOpenForAWindowAndThenClosed() {
        CpiSampler sampler = sampler(CgroupVersion.V2, 100);
        sampler.round(START, pods("a"), List.of());
        sampler.count(START);
        assertThat(open).isEqualTo(2);
        sampler.count(START.plusSeconds(10));
        assertThat(open).isZero();
        assertThat(samples).as("the store is of another thread").isEmpty();
        sampler.round(START.plusSeconds(11), pods("a"), List.of());

        assertThat(samples)
                .containsExactlyInAnyOrder(
                        "container_cpi_cycle containerd://a 1200.0", "container_cpi_instruction containerd://a 400.0");
        assertThat(registry.getNames())
                .containsExactlyInAnyOrder(
                        "koordlet_container_cpi{node=n1,pod_uid=uid-a,pod_name=a,pod_namespace=shop,"
                                + "container_id=containerd://a,container_name=main,cpi_field=cycles}",
                        "koordlet_container_cpi{node=n1,pod_uid=uid-a,pod_name=a,pod_namespace=shop,"
                                + "container_id=containerd://a,container_name=main,cpi_field=instructions}",
                        "koord_koordlet_container_cycles_per_instruction{node=n1,pod_uid=uid-a,pod_name=a,"
                                + "pod_namespace=shop,container_id=containerd://a,container_name=main}");
        sampler.count(START.plusSeconds(59));
        assertThat(open).isZero();
        sampler.count(START.plusSeconds(60));
        assertThat(open).isEqualTo(2);
        sampler.close();
        assertThat(open).isZero();
        assertThat(sampler.words()).isEqualTo("works");
    }

    @Test
    void containersTakeTurnsWhereDescriptorsAreFew() {
        CpiSampler sampler = sampler(CgroupVersion.V2, 13);
        List<PodInfo> pods = pods("a", "b", "c");
        window(sampler, START, pods);
        assertThat(opened).containsExactly("a/0", "a/1", "b/0", "b/1");
        opened.clear();
        window(sampler, START.plusSeconds(60), pods);

        assertThat(opened).containsExactly("c/0", "c/1", "a/0", "a/1");
        assertThat(registry.getNames())
                .as("a value stays until its container goes")
                .hasSize(9);
        window(sampler, START.plusSeconds(120), pods("c"));
        assertThat(registry.getNames()).hasSize(3);
    }

    @Test
    void aContainerThatCannotBeCountedLeavesNothingOpen() {
        failing = "a";
        unreadable = "b";
        CpiSampler sampler = sampler(CgroupVersion.V2, 100);
        window(sampler, START, pods("a", "gone", "b", "c"));

        assertThat(open).isZero();
        assertThat(samples).hasSize(2).allMatch(one -> one.contains("//c"));
        assertThat(problems).hasSize(2).anyMatch(one -> one.contains("Too many open files"));
    }

    @Test
    void aMachineWithoutCountersIsNamedAndLeftAlone() {
        obstacle = Optional.of("perf_event_open: No such file or directory");
        CpiSampler sampler = sampler(CgroupVersion.V2, 100);
        window(sampler, START, pods("a"));

        assertThat(opened).isEmpty();
        assertThat(sampler.words()).isEqualTo("not supported here: perf_event_open: No such file or directory");
    }

    @Test
    void version1NeedsItsHierarchy() {
        CpiSampler without = sampler(CgroupVersion.V1, 100);
        without.count(START);
        assertThat(without.words()).contains("not supported here", "/sys/fs/cgroup/perf_event");

        files.put("/sys/fs/cgroup/perf_event/cgroup.procs", "");
        CpiSampler with = sampler(CgroupVersion.V1, 100);
        window(with, START, pods("a"));
        assertThat(samples).hasSize(2);
    }

    @Test
    void aProcessWithFewFilesGivesAFourthOfThem() {
        assertThat(CpiSampler.Settings.within(Duration.ZERO, Duration.ZERO, 1024)
                        .mostDescriptors())
                .isEqualTo(256);
        assertThat(CpiSampler.Settings.within(Duration.ZERO, Duration.ZERO, Long.MAX_VALUE)
                        .mostDescriptors())
                .isEqualTo(4096);
    }
}
