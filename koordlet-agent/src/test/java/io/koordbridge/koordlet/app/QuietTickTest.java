package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.ByteSource;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.ForwardingFiles;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.cluster.override.Overrides;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PlainTraits;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
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
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a tick asks of the file system when nothing changed. */
class QuietTickTest {

    private static final Logger LOG = LoggerFactory.getLogger(QuietTickTest.class);
    private static final long GARBAGE = 256 << 10;
    private static final long CPUSET_GARBAGE = 192 << 10;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String POD = "kubepods/besteffort/podu1";

    @TempDir
    private Path temp;

    private final List<String> opened = new CopyOnWriteArrayList<>();
    private final List<String> listed = new CopyOnWriteArrayList<>();
    private final List<Path> read = new CopyOnWriteArrayList<>();

    private final List<LoopFixture> fixtures = new ArrayList<>();

    @AfterEach
    void close() {
        fixtures.forEach(LoopFixture::close);
    }

    /** The real file system, counted. */
    private final class CountingFiles extends ForwardingFiles {

        CountingFiles() {
            super(new HostFiles());
        }

        @Override
        public String read(Path file) throws IOException {
            opened.add(file.toString());
            return super.read(file);
        }

        @Override
        public ByteSource bytes() {
            ByteSource held = super.bytes();
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
        public List<String> directories(Path directory) {
            listed.add(directory.toString());
            return super.directories(directory);
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
                PlainTraits.RUNNING,
                Overrides.NONE);
    }

    private static NodeView view(List<PodInfo> pods) {
        return view(pods, Optional.empty());
    }

    private static NodeView view(List<PodInfo> pods, Optional<NodeSlo> slo) {
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
                slo,
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

    /** A node as users have it: the chart's policy, batch limits, pods whose two init containers ended. */
    private static NodeSlo byCpuset() {
        NodeSloSpec spec = Serialization.unmarshal(
                "resourceUsedThresholdWithBE: {enable: true, cpuSuppressPolicy: cpuset}", NodeSloSpec.class);
        return NodeSlo.of(spec, null, problem -> {
            throw new IllegalArgumentException(problem);
        });
    }

    private PodInfo withEndedInits(int number) {
        Pod pod = Serialization.unmarshal("""
                metadata: {namespace: shop, name: p%1$d, uid: u%1$d, labels: {koordinator.sh/qosClass: BE}}
                spec:
                  nodeName: node-a
                  initContainers: [{name: i, image: x}, {name: j, image: x}]
                  containers:
                  - {name: a, image: x, resources: {requests: {kubernetes.io/batch-cpu: 100, kubernetes.io/batch-memory: 1Mi},
                     limits: {kubernetes.io/batch-cpu: 100, kubernetes.io/batch-memory: 1Mi}}}
                status:
                  phase: Running
                  qosClass: BestEffort
                  initContainerStatuses:
                  - {name: i, containerID: "containerd://i%1$d", state: {terminated: {exitCode: 0}}}
                  - {name: j, containerID: "containerd://j%1$d", state: {terminated: {exitCode: 0}}}
                  containerStatuses:
                  - {name: a, containerID: "containerd://a%1$d", state: {running: {}}}
                """.formatted(number), Pod.class);
        return PodInfos.of(pod, problem -> {
            throw new IllegalArgumentException(problem);
        });
    }

    private List<PodInfo> podsWithEndedInits(SimulatedMachine machine, int count) throws IOException {
        List<PodInfo> pods = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pods.add(withEndedInits(i));
            machine.addGroup("kubepods/besteffort/podu" + i);
            machine.addGroup("kubepods/besteffort/podu" + i + "/a" + i);
        }
        return pods;
    }

    @Test
    void endedContainersAndPolicyCpusetOpenNoFileOfThem() throws IOException {
        try (SimulatedMachine machine = new SimulatedMachine(temp)) {
            NodeView view = view(podsWithEndedInits(machine, 10), Optional.of(byCpuset()));
            ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
            CollectLoop loop = loop(new CountingFiles(), clock, view);
            for (int tick = 0; tick < 25; tick++) {
                loop.look();
                clock.advance(SECOND);
            }
            assertThat(machine.read("cpuset", "kubepods/besteffort/podu3/a3", "cpuset.cpus"))
                    .isNotEqualTo("0-7");
            opened.clear();
            listed.clear();
            read.clear();

            loop.look();

            // The tier's list is compared in each tick, as its quota is: others may change it.
            assertThat(opened).hasSizeLessThan(2).allMatch(file -> file.endsWith("besteffort/cpuset.cpus"));
            assertThat(listed).noneMatch(one -> one.contains("kubepods"));
            assertThat(read).noneMatch(file -> file.toString().matches(".*/[ij]\\d+/.*"));
        }
    }

    @Test
    void policyCpusetMakesLittleGarbageWithManyContainers() throws IOException {
        try (SimulatedMachine machine = new SimulatedMachine(temp)) {
            NodeView view = view(podsWithEndedInits(machine, 150), Optional.of(byCpuset()));
            ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
            CollectLoop loop = loop(new HostFiles(), clock, view);

            long bytes = AllocatedBytes.perRun(50, () -> {
                loop.look();
                clock.advance(SECOND);
            });

            assertThat(machine.read("cpuset", "kubepods/besteffort/podu3/a3", "cpuset.cpus"))
                    .isNotEqualTo("0-7");
            LOG.info("bytes of garbage in a quiet tick with 150 containers and policy cpuset: {}", bytes);
            assertThat(bytes).isLessThan(CPUSET_GARBAGE);
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
