package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.ColdMemorySampler;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.PeriodicSampler;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionalCollectorsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String SOME = "some avg10=1.00 avg60=1.00 avg300=1.00 total=1\n";
    private static final String ALL = "{PSICollector: true, CPICollector: true, ColdPageCollector: true}";

    @TempDir
    private Path temp;

    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    private final MetricRegistry metrics = new MetricRegistry();
    private final List<String> problems = new ArrayList<>();

    @BeforeEach
    void machine() throws IOException {
        put("cgroup/kubepods/besteffort/cpu.max", "max 100000\n");
        put("proc/pressure/cpu", SOME);
    }

    private void put(String file, String content) throws IOException {
        Path path = temp.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private KoordletConfig config(String gates) throws IOException {
        return ConfigReader.read(Files.writeString(
                temp.resolve("koordlet.yaml"),
                "roots: {cgroup: %1$s/cgroup, proc: %1$s/proc, sys: %1$s/sys}%nfeatureGates: %2$s%n"
                        .formatted(temp, gates)));
    }

    private Machine machine(List<String> obstacles) {
        HostFiles files = new HostFiles();
        CgroupTree tree = new CgroupTree(temp.resolve("cgroup"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files);
        return new Machine(tree, files, List.of(), obstacles);
    }

    private OptionalCollectors collectors(String gates, List<String> obstacles) throws IOException {
        Machine machine = machine(obstacles);
        ReadErrors errors = new ReadErrors(metrics, problems::add);
        HostProc proc = new HostProc(machine.files(), temp.resolve("proc"));
        ColdMemorySampler cold = new ColdMemorySampler(
                new UsageReader(machine.tree()),
                proc,
                temp.resolve("sys"),
                now -> (metric, key, value) -> store.append(metric, key, now, value),
                errors);
        return new OptionalCollectors(
                config(gates), machine, new OptionalCollectors.Needs(store, () -> true, cold, proc), metrics, errors);
    }

    @Test
    void withoutGatesThereIsNothing() throws IOException {
        try (OptionalCollectors none = collectors("{}", List.of())) {
            assertThat(none.samplers()).isEmpty();
            assertThat(none.state())
                    .containsEntry("pressure", "off")
                    .containsEntry("coldMemory", "off")
                    .containsEntry("cyclesPerInstruction", "off");
        }
    }

    @Test
    void aGateSwitchesItsCollectorOn() throws IOException {
        try (OptionalCollectors all = collectors(ALL, List.of())) {
            for (PeriodicSampler sampler : all.samplers()) {
                sampler.round(START, List.of(), List.of());
            }
            assertThat(store.latest(Metric.NODE_PSI_CPU_SOME, SampleStore.NODE, START, Duration.ofSeconds(1)))
                    .hasValue(1);
            assertThat(all.state())
                    .containsEntry("pressure", "1 subjects, full of CPU not known")
                    .containsEntry("cyclesPerInstruction", "waiting");
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void preflightSaysWhyOneIsNotSupported() throws IOException {
        assertThat(preflight(Gate.PSI_COLLECTOR)).startsWith("works for the node; not supported here for pods");
        assertThat(preflight(Gate.COLD_PAGE_COLLECTOR)).startsWith("not supported here: no ");

        put("cgroup/kubepods/cpu.pressure", SOME);
        assertThat(preflight(Gate.PSI_COLLECTOR)).isEqualTo("works");
        Files.delete(temp.resolve("proc/pressure/cpu"));
        assertThat(preflight(Gate.PSI_COLLECTOR))
                .startsWith("not supported here: ")
                .contains("psi=1");
    }

    private String preflight(Gate gate) throws IOException {
        return OptionalCollectors.preflight(gate, config(ALL), machine(List.of()))
                .orElseThrow();
    }

    @Test
    void anAgentThatOnlyObservesStartsNoKdamond() throws IOException {
        put("sys/kernel/mm/damon/admin/kdamonds/nr_kdamonds", "0\n");
        try (OptionalCollectors observing = collectors(ALL, List.of("observeOnly is set"))) {
            assertThat(observing.state())
                    .containsEntry("coldMemory", "nothing is started while the agent only observes");
        }
        assertThat(temp.resolve("sys/kernel/mm/damon/admin/kdamonds/nr_kdamonds"))
                .hasContent("0");
    }

    /** As a killed process of the agent left it. */
    @Test
    void whatWasLeftBehindEndsWithTheGateOffAndWithRelease() throws IOException {
        leftBehind();
        try (OptionalCollectors off = collectors("{}", List.of());
                Loops loops = new Loops(metrics, new PeriodicTasks(metrics))) {
            off.start(loops, new ManualClock(START), problems::add);
        }
        assertThat(temp.resolve("sys/kernel/mm/damon/admin/kdamonds/nr_kdamonds"))
                .hasContent("0");
        assertThat(temp.resolve("sys/kernel/mm/damon/admin/kdamonds/0/state")).hasContent("off");

        leftBehind();
        OptionalCollectors.release(config("{}"), machine(List.of()), problems::add);
        assertThat(temp.resolve("sys/kernel/mm/damon/admin/kdamonds/nr_kdamonds"))
                .hasContent("0");
        assertThat(problems).isEmpty();
    }

    private void leftBehind() throws IOException {
        String root = "sys/kernel/mm/damon/admin/kdamonds/";
        String context = root + "0/contexts/0/";
        put(root + "nr_kdamonds", "1\n");
        put(root + "0/state", "on\n");
        put(root + "0/contexts/nr_contexts", "1\n");
        put(context + "operations", "paddr\n");
        put(context + "monitoring_attrs/intervals/sample_us", "100003\n");
        put(context + "monitoring_attrs/intervals/aggr_us", "2000060\n");
        put(context + "schemes/nr_schemes", "1\n");
        put(context + "schemes/0/action", "stat\n");
        put(context + "schemes/0/access_pattern/age/min", "150\n");
    }
}
