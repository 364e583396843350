package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.ByteSource;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.NumaCollector;
import io.koordbridge.koordlet.collect.NumaSampler;
import io.koordbridge.koordlet.collect.PodNumaMemory;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.SurgeSensor;
import io.koordbridge.koordlet.collect.TierUsage;
import io.koordbridge.koordlet.collect.UsageCollector;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.KubeletLimits;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PlainTraits;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.TierGroups;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.testkit.work.AllocatedBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a tick asks of the file system when nothing changed. */
class QuietTickTest {

    private static final Logger LOG = LoggerFactory.getLogger(QuietTickTest.class);
    private static final long GARBAGE = 256 << 10;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String POD = "kubepods/besteffort/podu1";

    @TempDir
    private Path temp;

    private final List<String> opened = new ArrayList<>();
    private final List<String> listed = new ArrayList<>();
    private final List<Path> read = new ArrayList<>();

    /** The real file system, counted. */
    private final class CountingFiles implements CgroupFiles {
        private final CgroupFiles host = new HostFiles();

        @Override
        public String read(Path file) throws IOException {
            opened.add(file.toString());
            return host.read(file);
        }

        @Override
        public ByteSource bytes() {
            ByteSource held = host.bytes();
            return new ByteSource() {
                @Override
                public int read(Path file, byte[] into) throws IOException {
                    read.add(file);
                    return held.read(file, into);
                }

                @Override
                public void endTick() {
                    held.endTick();
                }

                @Override
                public void close() {
                    held.close();
                }
            };
        }

        @Override
        public void write(Path file, String value) throws IOException {
            host.write(file, value);
        }

        @Override
        public boolean exists(Path path) {
            return host.exists(path);
        }

        @Override
        public List<String> directories(Path directory) {
            listed.add(directory.toString());
            return host.directories(directory);
        }

        @Override
        public void makeDirectory(Path directory) throws IOException {
            host.makeDirectory(directory);
        }

        @Override
        public void removeDirectory(Path directory) throws IOException {
            host.removeDirectory(directory);
        }
    }

    private static PodInfo pod() {
        return pod("u1", List.of("c1"));
    }

    private static PodInfo pod(String uid, List<String> containers) {
        return new PodInfo(
                new PodInfo.Identity("default", uid, uid),
                PodInfo.LifeCycle.RUNNING,
                new PodInfo.Classes(QosClass.BE, QosClass.BE, KubeQos.BEST_EFFORT, PriorityClass.BATCH),
                Amounts.NONE,
                containers.stream()
                        .map(id -> new ContainerInfo(id, "containerd://" + id))
                        .toList(),
                new PodInfo.Batch(0, Optional.empty(), KubeletLimits.NONE),
                PodInfo.Placement.NONE,
                PlainTraits.RUNNING);
    }

    private static NodeView view(List<PodInfo> pods) {
        return new NodeView(
                Optional.of(new NodeFacts(
                        "node-a",
                        null,
                        8_000,
                        1L << 34,
                        0,
                        Amounts.NONE,
                        NodeFacts.Layout.NONE,
                        Optional.empty(),
                        null,
                        null,
                        Map.of())),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                pods);
    }

    private CollectLoop loop(CgroupFiles files, ManualClock clock, NodeView view) {
        MetricRegistry metrics = new MetricRegistry();
        CgroupTree tree = new CgroupTree(temp.resolve("cgroup"), CgroupVersion.V1, CgroupDriver.CGROUPFS, files);
        ReadErrors errors = new ReadErrors(metrics, problem -> {});
        UsageReader usage = new UsageReader(tree);
        HostProc proc = new HostProc(files, temp.resolve("proc"));
        TierUsage tier = new TierUsage(usage, errors);
        SampleStore store = new SampleStore(StoreLimits.DEFAULT);
        CgroupExecutor writer = new CgroupExecutor(tree, (file, before, after, reason, error) -> {}, clock, false);
        StrategyRunner runner = new StrategyRunner(
                writer,
                new SlowLane(writer),
                new StrategyRunner.Outlets(owner -> {}, order -> {}),
                metrics,
                problem -> {});
        Strategies.register(runner, KoordletConfig.DEFAULT);
        SnapshotBuilder snapshots = new SnapshotBuilder(
                new SnapshotBuilder.Sources(
                        store, () -> List.of(new Processor(0, 0, 0, 0)), tree::paths, () -> true, List::of),
                new SnapshotBuilder.Settings(SECOND.multipliedBy(2), true),
                problem -> {});
        CollectLoop.Parts parts = new CollectLoop.Parts(
                new UsageCollector(
                        new UsageCollector.Sources(usage, proc, tier, List::of), store, SECOND, errors, problem -> {}),
                new SurgeSensor(proc, tier),
                new TierGroups(tree),
                new CgroupReader(tree, usage::text),
                snapshots,
                runner,
                new SuppressTrace((file, before, after, reason, error) -> {}, clock),
                () -> view,
                new NumaSampler(
                        new NumaCollector(proc, files, temp.resolve("sys")),
                        new PodNumaMemory(usage, errors),
                        List::of,
                        store,
                        errors));
        return new CollectLoop(parts, SECOND, clock, metrics, problem -> {});
    }

    @Test
    void opensAndListsNothingAndReadsEachFileOnce() throws IOException {
        try (SimulatedMachine machine = new SimulatedMachine(temp)) {
            machine.addGroup(POD);
            machine.addGroup(POD + "/c1");
            ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
            CollectLoop loop = loop(new CountingFiles(), clock, view(List.of(pod())));
            for (int tick = 0; tick < 3; tick++) {
                loop.look();
                clock.advance(SECOND);
            }
            opened.clear();
            listed.clear();
            read.clear();

            loop.look();

            assertThat(opened).isEmpty();
            assertThat(listed).isEmpty();
            assertThat(read).doesNotHaveDuplicates();
            assertThat(read).contains(temp.resolve("cgroup/cpuacct/" + POD + "/c1/cpuacct.usage"));
        }
    }

    @Test
    void aNewGroupIsListedWithoutTheOthers() throws IOException {
        try (SimulatedMachine machine = new SimulatedMachine(temp)) {
            machine.addGroup(POD);
            CgroupTree tree = new CgroupTree(
                    temp.resolve("cgroup"), CgroupVersion.V1, CgroupDriver.CGROUPFS, new CountingFiles());
            Instant now = Instant.parse("2026-01-01T00:00:00Z");
            try (TierGroups groups = new TierGroups(tree)) {
                groups.now(now);
                machine.addGroup(POD + "/c1");
                listed.clear();

                org.awaitility.Awaitility.await()
                        .untilAsserted(() ->
                                assertThat(groups.now(now.plusSeconds(1))).containsEntry(POD, List.of(POD + "/c1")));

                assertThat(listed)
                        .containsOnly(temp.resolve("cgroup/cpuset/" + POD).toString());
            }
        }
    }

    /** Garbage is work for the collector on every node, every second. */
    @Test
    void makesLittleGarbageWithManyContainers() throws IOException {
        try (SimulatedMachine machine = new SimulatedMachine(temp)) {
            List<PodInfo> pods = new ArrayList<>();
            for (int i = 0; i < 75; i++) {
                pods.add(pod("u" + i, List.of("a" + i, "b" + i)));
                machine.addGroup("kubepods/besteffort/podu" + i);
                machine.addGroup("kubepods/besteffort/podu" + i + "/a" + i);
                machine.addGroup("kubepods/besteffort/podu" + i + "/b" + i);
            }
            ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
            CollectLoop loop = loop(new HostFiles(), clock, view(pods));

            long bytes = AllocatedBytes.perRun(50, () -> {
                loop.look();
                clock.advance(SECOND);
            });

            LOG.info("bytes of garbage in a quiet tick with 150 containers: {}", bytes);
            assertThat(bytes).isLessThan(GARBAGE);
        }
    }
}
