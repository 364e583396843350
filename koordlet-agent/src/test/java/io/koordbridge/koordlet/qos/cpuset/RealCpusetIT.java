package io.koordbridge.koordlet.qos.cpuset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.RealHierarchies;
import io.koordbridge.koordlet.conformance.KernelCase;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.qos.suppress.Steadiness;
import io.koordbridge.koordlet.qos.suppress.SuppressConfig;
import io.koordbridge.koordlet.qos.suppress.SuppressMemory;
import io.koordbridge.koordlet.qos.suppress.SuppressStrategy;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.strategy.WritePlan;
import io.koordbridge.koordlet.tier.TierKeeper;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CPUs of pods on the kernel's control groups version 1. */
class RealCpusetIT {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final NodeLoad IDLE = new NodeLoad(2_000, 0, 0.1, List.of(), List.of());
    private static final String OWN = "kubepods/podown/c1";
    private static final String BATCH = "kubepods/besteffort/podbatch/c2";

    @TempDir
    private Path temp;

    private RealHierarchies kernel;
    private CgroupReader reader;
    private CgroupExecutor executor;

    @BeforeEach
    void makeGroups() throws IOException {
        kernel = new RealHierarchies(temp);
        reader = new CgroupReader(kernel.tree());
        executor =
                new CgroupExecutor(kernel.tree(), (file, before, after, reason, error) -> {}, Clock.systemUTC(), false);
        new TierKeeper(executor, List.of("cpu", "cpuacct", "memory", "cpuset", "blkio")).ensure();
        for (String dir : List.of("kubepods/podown", OWN, "kubepods/besteffort/podbatch", BATCH)) {
            kernel.makeDirectories(dir);
            Path cpuset = kernel.root().resolve("cpuset");
            for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
                Files.writeString(
                        cpuset.resolve(dir).resolve(file),
                        Files.readString(cpuset.resolve(file)).strip());
            }
        }
    }

    @AfterEach
    void removeAll() {
        if (kernel != null) {
            kernel.close();
        }
    }

    @Test
    void aPodRunsOnItsCpusAndBestEffortPodsNeverOnThoseOfAnLsePod() throws IOException {
        CpuSet all = reader.cpus("");
        Prerequisite.require(all.size() >= 2, "needs two CPUs, here is " + all.format());
        CpuSet first = CpuSet.ofNumbers(all.cpus().first());
        Process own = kernel.spin(OWN);
        Process batch = kernel.spin(BATCH);

        for (String qos : List.of("LSR", "LSE")) {
            round(qos, first, all);

            await().untilAsserted(() -> assertThat(allowedCpus(own)).as(qos).isEqualTo(first));
            assertThat(reader.quotaMicros(OWN)).isEqualTo(-1);
        }
        await().untilAsserted(() ->
                assertThat(allowedCpus(batch).intersection(first).isEmpty()).isTrue());
        assertThat(allowedCpus(batch).isEmpty()).isFalse();
    }

    /** One tick of both strategies; suppression is by quota, and the cpuset of the tier is all that best-effort work may have. */
    private void round(String qos, CpuSet own, CpuSet all) throws IOException {
        JsonNode pods = Json.MAPPER.readTree("""
            [{"metadata": {"name": "own", "uid": "own", "labels": {"koordinator.sh/qosClass": "%s"},
               "annotations": {"scheduling.koordinator.sh/resource-status": "{\\"cpuset\\":\\"%s\\"}"}},
              "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "%d"}}}]},
              "status": {"qosClass": "Guaranteed", "containerStatuses": [{"name": "c", "containerID": "containerd://c1"}]}},
             {"metadata": {"name": "batch", "uid": "batch", "labels": {"koordinator.sh/qosClass": "BE"}},
              "spec": {"containers": [{"name": "c"}]},
              "status": {"qosClass": "BestEffort", "containerStatuses": [{"name": "c", "containerID": "containerd://c2"}]}}]
            """.formatted(qos, own.format(), own.size()));
        List<PodInfo> known = KernelCase.pods(pods);
        ObjectNode slo = Json.MAPPER.createObjectNode();
        slo.putObject("resourceUsedThresholdWithBE")
                .put("enable", true)
                .put("cpuSuppressThresholdPercent", 100)
                .put("cpuSuppressPolicy", "cfsQuota");
        Optional<NodeSlo> settings = Optional.of(NodeSlo.of(Json.as(slo, NodeSloSpec.class), null, problem -> {}));
        Map<String, String> topology = Map.of(
                "node.koordinator.sh/cpu-shared-pools",
                "[{\"socket\":0,\"node\":0,\"cpuset\":\"" + all.minus(own).format() + "\"}]");
        NodeView view = new NodeView(Optional.empty(), settings, Optional.empty(), Optional.of(topology), known);
        List<Processor> processors =
                all.cpus().stream().map(cpu -> new Processor(cpu, cpu, 0, 0)).toList();
        NodeSnapshot snapshot = new NodeSnapshot(
                new Tick(1, NOW, Tick.Cause.TIMER),
                view,
                SloInForce.UNKNOWN.next(settings, true, true, true, NOW),
                processors,
                TierReading.of(reader),
                Optional.of(IDLE),
                kernel.tree().paths(),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);
        SuppressStrategy suppress = new SuppressStrategy(SuppressConfig.DEFAULT, true);
        CpusetStrategy binding = new CpusetStrategy(false);
        WritePlan.merge(List.of(
                        suppress.step(snapshot, SuppressMemory.of(Map.of(), Steadiness.MEASURED))
                                .levels(),
                        binding.step(snapshot, binding.initial()).levels()))
                .forEach(executor::carryOut);
    }

    private static CpuSet allowedCpus(Process process) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> CpuSet.parse(line.substring(line.indexOf(':') + 1).strip()))
                .findFirst()
                .orElseThrow();
    }
}
