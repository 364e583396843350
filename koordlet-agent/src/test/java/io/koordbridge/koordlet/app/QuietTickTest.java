package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.ByteSource;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PlainTraits;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.snapshot.TierGroups;
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
import org.junit.jupiter.api.AfterEach;
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

    private final List<LoopFixture> fixtures = new ArrayList<>();

    @AfterEach
    void close() {
        fixtures.forEach(LoopFixture::close);
    }

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
                PodInfo.Batch.NONE,
                PodInfo.Placement.NONE,
                PlainTraits.RUNNING);
    }

    private static NodeView view(List<PodInfo> pods) {
        return new NodeView(
                Optional.of(new NodeFacts(
                        "node-a",
                        null,
                        new Amounts(8_000, 1L << 34),
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
        LoopFixture made = new LoopFixture(
                new CgroupTree(temp.resolve("cgroup"), CgroupVersion.V1, CgroupDriver.CGROUPFS, files),
                new LoopFixture.Roots(temp.resolve("proc"), temp.resolve("sys")),
                clock,
                () -> view,
                (file, before, after, reason, error) -> {},
                new MetricRegistry());
        fixtures.add(made);
        return made.loop;
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
    void aStallForMemoryBringsARoundAtOnceButNotAfterOneThatWasJustNow() throws IOException {
        try (SimulatedMachine machine = new SimulatedMachine(temp)) {
            machine.addGroup(POD);
            ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
            CollectLoop loop = loop(new CountingFiles(), clock, view(List.of(pod())));
            loop.look();
            clock.advance(Duration.ofMillis(200));
            loop.stall();
            assertThat(loop.latest().at()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));

            clock.advance(Duration.ofMillis(50));
            loop.stall();

            assertThat(loop.latest().at()).isEqualTo(Instant.parse("2026-01-01T00:00:00.250Z"));
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
