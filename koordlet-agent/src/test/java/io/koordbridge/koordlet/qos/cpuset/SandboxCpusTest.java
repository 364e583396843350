package io.koordbridge.koordlet.qos.cpuset;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.conformance.KernelCase;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SandboxCpusTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path temp;

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final CpusetStrategy strategy = new CpusetStrategy(false);

    private static List<PodInfo> pods() throws JsonProcessingException {
        JsonNode pods = Json.MAPPER.readTree("""
            [{"metadata": {"name": "own", "uid": "own", "labels": {"koordinator.sh/qosClass": "LSR"},
               "annotations": {"scheduling.koordinator.sh/resource-status": "{\\"cpuset\\":\\"1\\"}"}},
              "spec": {"containers": [{"name": "main", "resources": {"requests": {"cpu": "1"}}}]},
              "status": {"phase": "Running", "qosClass": "Guaranteed",
                "containerStatuses": [{"name": "main", "containerID": "containerd://c1", "state": {"running": {}}}]}}]
            """);
        return KernelCase.pods(pods);
    }

    private void group(String top, String dir, String cpus) {
        files.put(top + dir + "/cpuset.cpus", cpus);
        files.put(top + dir + "/cpuset.cpus.effective", "0-3");
        files.put(top + dir + "/cgroup.events", "populated 0\nfrozen 0\n");
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void itIsBoundWithItsPodAndGivenBack(CgroupVersion version) throws IOException {
        String top = version == CgroupVersion.V1 ? "/cg/cpuset/" : "/cg/";
        String inherited = version == CgroupVersion.V1 ? "0-3" : "";
        for (String dir : List.of("kubepods", "kubepods/podown", "kubepods/podown/c1", "kubepods/podown/sandbox")) {
            group(top, dir, dir.equals("kubepods") ? "0-3" : inherited);
        }
        files.mark();
        ManualClock clock = new ManualClock(NOW);
        CgroupTree tree = new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files);
        Undo undo = new Undo(
                tree,
                new TakenFile(temp),
                owner -> !owner.startsWith(Undo.RELEASE),
                (file, before, after, reason, error) -> {},
                problem -> {});
        CgroupExecutor writer = new CgroupExecutor(tree, undo, clock, false);
        ReadingsReader readings = new ReadingsReader(
                new CgroupReader(tree), new SampleStore(StoreLimits.DEFAULT), Duration.ofSeconds(1), problem -> {});
        NodeSnapshot snapshot = new NodeSnapshot(
                new Tick(1, NOW, Tick.Cause.TIMER),
                new NodeView(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), pods()),
                SloInForce.UNKNOWN,
                List.of(),
                TierReading.of(new CgroupReader(tree)),
                Optional.empty(),
                tree.paths(),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);

        writer.carryOut(strategy.step(
                        snapshot.with(readings.read(strategy.needs(snapshot.slo()), pods(), NOW)), CpusetMemory.NONE)
                .levels());

        assertThat(files.read(Path.of(top + "kubepods/podown/sandbox/cpuset.cpus")))
                .isEqualTo("1");
        assertThat(files.read(Path.of(top + "kubepods/podown/c1/cpuset.cpus"))).isEqualTo("1");
        undo.release(writer, owner -> true);
        assertThat(files.read(Path.of(top + "kubepods/podown/sandbox/cpuset.cpus")))
                .isEqualTo(inherited);
        assertThat(files.read(Path.of(top + "kubepods/podown/c1/cpuset.cpus"))).isEqualTo(inherited);
    }
}
