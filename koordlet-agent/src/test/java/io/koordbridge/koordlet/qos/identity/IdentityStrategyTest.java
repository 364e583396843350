package io.koordbridge.koordlet.qos.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdentityStrategyTest {

    private static final String ON = """
        {"lsClass": {"cpuQOS": {"enable": true}}, "beClass": {"cpuQOS": {"enable": true}}}
        """;
    private static final String APPLICATIONS = """
        [{"name": "backup", "qos": "BE"}, {"name": "nginx", "qos": "LS"}, {"name": "../x", "qos": "BE"},
         {"name": "yarn", "qos": "BE", "cgroupPath": {"base": "KubepodsBesteffort", "relativePath": "hadoop-yarn"}},
         {"name": "top", "qos": "BE", "cgroupPath": {"base": "CgroupRoot"}}]
        """;
    private static final String SYSCTL = "/proc/sys/kernel/sched_group_identity_enabled";

    @TempDir
    private Path temp;

    private final IdentityStrategy strategy = new IdentityStrategy();
    private final List<String> problems = new ArrayList<>();

    /** A node: files, and one life of a process that writes them. */
    private final class Node {
        final FakeCgroupTree files = new FakeCgroupTree();
        final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
        final CgroupTree tree;
        final CgroupReader reader;
        final Undo undo;
        final CgroupExecutor writer;
        final ReadingsReader readings;
        IdentityMemory memory = IdentityMemory.NONE;

        Node(CgroupVersion version) {
            tree = new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files)
                    .reach(Trees.below(Path.of("/proc"), Path.of("/sys")));
            reader = new CgroupReader(tree);
            undo = new Undo(
                    tree,
                    new TakenFile(temp),
                    owner -> !owner.startsWith(Undo.RELEASE),
                    (file, before, after, reason, error) -> {},
                    problems::add);
            writer = new CgroupExecutor(tree, undo, clock, false);
            readings = new ReadingsReader(
                    reader, new SampleStore(StoreLimits.DEFAULT), Duration.ofSeconds(1), problems::add);
        }

        String path(String group, String file) {
            return (tree.version() == CgroupVersion.V1 ? "/cg/cpu/" : "/cg/") + group + "/" + file;
        }

        Node bvt(String group, String value) {
            files.put(path(group, "cpu.bvt_warp_ns"), value);
            return this;
        }

        String bvt(String group) throws IOException {
            return files.read(Path.of(path(group, "cpu.bvt_warp_ns")));
        }

        Step<IdentityMemory> tick(String qosStrategy, String applications) {
            clock.advance(Duration.ofSeconds(1));
            NodeSnapshot bare = snapshot(slo(qosStrategy, applications));
            Readings found = readings.read(strategy.needs(bare.slo()), List.of(), clock.instant());
            Step<IdentityMemory> step = strategy.step(bare.with(found), memory);
            memory = step.memory();
            writer.carryOut(step.levels());
            return step;
        }

        private NodeSnapshot snapshot(NodeSlo slo) {
            return new NodeSnapshot(
                    new Tick(1, clock.instant(), Tick.Cause.TIMER),
                    NodeView.UNKNOWN,
                    SloInForce.UNKNOWN.next(Optional.of(slo), true, true, false, clock.instant()),
                    List.of(),
                    TierReading.of(reader),
                    Optional.empty(),
                    tree.paths(),
                    Set.of(),
                    EvictionFacts.NONE,
                    Readings.NONE);
        }
    }

    private static NodeSlo slo(String qosStrategy, String applications) {
        try {
            ObjectNode spec = Json.MAPPER.createObjectNode();
            spec.set("resourceQOSStrategy", Json.MAPPER.readTree(qosStrategy));
            spec.set("hostApplications", Json.MAPPER.readTree(applications));
            return NodeSlo.of(Json.as(spec, NodeSloSpec.class), null, problem -> {});
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private Node weighted(CgroupVersion version) {
        Node node = new Node(version);
        String file = version == CgroupVersion.V1 ? "cpu.shares" : "cpu.weight";
        for (String group : List.of(
                "kubepods",
                "kubepods/besteffort",
                "kubepods/besteffort/hadoop-yarn",
                "kubepods/burstable",
                "host-best-effort",
                "host-best-effort/backup",
                "host-latency-sensitive/nginx")) {
            node.files.put(node.path(group, file), version == CgroupVersion.V1 ? "1024" : "100");
            node.files.put(node.path(group, "cpu.idle"), "0");
        }
        node.files.mark();
        return node;
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aStockKernelGivesBestEffortWorkTheLeastWeight(CgroupVersion version) throws IOException {
        Node node = weighted(version);
        Step<IdentityMemory> step = node.tick(ON, APPLICATIONS);

        String file = version == CgroupVersion.V1 ? "cpu.shares" : "cpu.weight";
        String least = version == CgroupVersion.V1 ? "2" : "1";
        assertThat(node.files.changed())
                .containsOnly(
                        Map.entry(node.path("kubepods/besteffort", file), least),
                        Map.entry(node.path("host-best-effort", file), least),
                        Map.entry(node.path("host-best-effort/backup", file), least));
        assertThat(step.reason()).isEqualTo("weights");
        assertThat(step.problems()).singleElement().asString().startsWith("NodeSLO: hostApplications[../x]: name");
        node.files.takeWrites();
        node.tick(ON, APPLICATIONS);
        assertThat(node.files.takeWrites()).isEmpty();
        assertThat(node.undo.release(node.writer, owner -> true)).isEqualTo(3);
        assertThat(node.files.changed()).isEmpty();
    }

    @Test
    void weightsStayWhereBestEffortHasNoIdentity() {
        Node node = weighted(CgroupVersion.V2);

        assertThat(node.tick("{\"lsClass\":{\"cpuQOS\":{\"enable\":true}}}", APPLICATIONS)
                        .reason())
                .isEqualTo("off");
        assertThat(node.tick("{\"beClass\":{\"cpuQOS\":{\"enable\":true,\"groupIdentity\":0}}}", APPLICATIONS)
                        .reason())
                .isEqualTo("off");
        assertThat(node.files.changed()).isEmpty();
    }

    @Test
    void anIdleTierOfAnotherAgentIsNamedAndNotWritten() {
        Node node = weighted(CgroupVersion.V2);
        node.files.put("/cg/kubepods/besteffort/cpu.idle", "1");
        node.files.mark();

        assertThat(node.tick(ON, "[]").problems())
                .singleElement()
                .asString()
                .startsWith("cpu.idle of kubepods/besteffort = 1: want 0; another agent set it");
        assertThat(node.files.changed()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void everyGroupOnDiskGetsItsIdentityAndBackWhatItHad(CgroupVersion version) throws IOException {
        Node node = new Node(version);
        node.bvt("kubepods", "0").bvt("kubepods/burstable", "0").bvt("kubepods/besteffort", "0");
        node.bvt("kubepods/podg", "0").bvt("kubepods/burstable/podu", "1").bvt("kubepods/burstable/podu/c", "0");
        node.bvt("kubepods/besteffort/podb/c", "2").bvt("kubepods/besteffort/hadoop-yarn", "0");
        node.bvt("kubepods/system", "0").bvt("host-best-effort/backup", "0");
        node.files.put(SYSCTL, "0");
        node.files.put("/proc/sys/kernel/sched_core", "1");
        node.files.mark();

        assertThat(node.tick(ON, APPLICATIONS).reason()).isEqualTo("identity");

        assertThat(node.files.takeWrites().stream().map(write -> write.get(0)).limit(2))
                .containsExactly("/proc/sys/kernel/sched_core", SYSCTL);
        assertThat(node.bvt("kubepods/burstable/podu/c")).isEqualTo("2");
        assertThat(node.bvt("kubepods/besteffort/podb/c")).isEqualTo("-1");
        assertThat(node.bvt("kubepods/besteffort/hadoop-yarn")).isEqualTo("-1");
        assertThat(node.bvt("host-best-effort/backup")).isEqualTo("-1");
        assertThat(node.bvt("kubepods/system")).isEqualTo("0");
        assertThat(node.bvt("kubepods/podg"))
                .as("as its directory, by the reference")
                .isEqualTo("0");
        node.tick(ON, APPLICATIONS);
        assertThat(node.files.takeWrites()).isEmpty();
        node.undo.release(node.writer, owner -> true);
        assertThat(node.files.changed()).isEmpty();
    }

    @Test
    void nothingIsResetWhereIdentitiesWereNeverOn() {
        Node node = new Node(CgroupVersion.V1).bvt("kubepods", "2");
        node.files.put(SYSCTL, "0");
        node.files.mark();

        assertThat(node.tick("{}", APPLICATIONS).reason()).isEqualTo("off");
        assertThat(node.files.changed()).isEmpty();
    }

    @Test
    void aClassThatIsSwitchedOffLosesItsIdentity() throws IOException {
        Node node = new Node(CgroupVersion.V2).bvt("kubepods", "0").bvt("kubepods/besteffort", "0");
        node.tick(ON, "[]");
        assertThat(node.bvt("kubepods/besteffort")).isEqualTo("-1");

        assertThat(node.tick("{}", "[]").reason()).isEqualTo("no-class-enabled");
        assertThat(node.bvt("kubepods/besteffort")).isEqualTo("0");
    }

    @Test
    void preflightSaysWhatTheKernelHas() {
        Node node = new Node(CgroupVersion.V2);

        assertThat(strategy.preflight(new Ground(node.tree, 4, Path.of("/sys"))))
                .singleElement()
                .asString()
                .contains("not supported here: no cpu.bvt_warp_ns");
        node.bvt("kubepods", "0");
        assertThat(strategy.preflight(new Ground(node.tree, 4, Path.of("/sys"))))
                .containsExactly("group identity   works");
    }
}
