package io.koordbridge.koordlet.qos.cpuset;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Reading;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.strategy.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CpusetStrategyTest {

    private static final Map<String, String> POOLS =
            Map.of("node.koordinator.sh/cpu-shared-pools", "[{\"socket\":0,\"node\":0,\"cpuset\":\"2-7\"}]");

    private final CpusetStrategy strategy = new CpusetStrategy(false);

    private static PodInfo pod(String qos, String kubeQos, String annotation) {
        return PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withName("p")
                        .withUid("u1")
                        .addToLabels("koordinator.sh/qosClass", qos)
                        .addToAnnotations("scheduling.koordinator.sh/resource-status", annotation)
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withNewResources()
                        .addToRequests("cpu", new Quantity("2"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .withNewStatus()
                        .withQosClass(kubeQos)
                        .addNewContainerStatus()
                        .withName("main")
                        .withContainerID("containerd://c1")
                        .endContainerStatus()
                        .endStatus()
                        .build(),
                problem -> {});
    }

    private static NodeSnapshot snapshot(PodInfo pod, Map<String, String> topology) {
        return new NodeSnapshot(
                new Tick(1, Instant.EPOCH, Tick.Cause.TIMER),
                new NodeView(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(topology).filter(found -> !found.isEmpty()),
                        List.of(pod)),
                SloInForce.UNKNOWN,
                List.of(),
                new TierReading(
                        "kubepods/besteffort",
                        Reading.failed(""),
                        Reading.failed(""),
                        Reading.failed(""),
                        Reading.failed(""),
                        new TreeMap<>()),
                Optional.empty(),
                new CgroupPaths(CgroupDriver.CGROUPFS),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);
    }

    private Step<CpusetMemory> step(PodInfo pod, Map<String, String> topology) {
        return strategy.step(snapshot(pod, topology), CpusetMemory.NONE);
    }

    private static List<String> writes(Step<CpusetMemory> step) {
        return step.levels().stream()
                .flatMap(List::stream)
                .map(Intent::update)
                .map(update -> update.dir() + " " + update.knob() + " " + update.value())
                .toList();
    }

    @Test
    void bindsAPodToItsOwnCpusAndLiftsItsQuotaAlsoWithoutATopology() {
        assertThat(writes(step(pod("LSR", "Guaranteed", "{\"cpuset\":\"0-1\"}"), Map.of())))
                .containsExactly(
                        "kubepods/podu1 cpu.cfs_quota_us -1",
                        "kubepods/podu1/c1 cpuset.cpus 0-1",
                        "kubepods/podu1/c1 cpu.cfs_quota_us -1");
    }

    @Test
    void givesSharedPoolsToLatencySensitivePods() {
        PodInfo pod = pod("LS", "Burstable", "{}");

        assertThat(writes(step(pod, POOLS))).containsExactly("kubepods/burstable/podu1/c1 cpuset.cpus 2-7");
        assertThat(writes(step(pod, Map.of()))).isEmpty();
    }

    @Test
    void leavesBestEffortPodsToSuppression() {
        PodInfo pod = pod("BE", "BestEffort", "{\"cpuset\":\"0-1\"}");

        assertThat(writes(step(pod, POOLS))).isEmpty();
        assertThat(writes(new CpusetStrategy(true).step(snapshot(pod, POOLS), CpusetMemory.NONE)))
                .contains("kubepods/besteffort/podu1/c1 cpuset.cpus 0-1");
    }

    @Test
    void anUndecodableTopologyKeepsTheLastPools() {
        PodInfo pod = pod("LS", "Burstable", "{}");
        Map<String, String> broken = Map.of("node.koordinator.sh/cpu-shared-pools", "[{");
        CpusetMemory good = step(pod, POOLS).memory();

        Step<CpusetMemory> first = strategy.step(snapshot(pod, broken), good);
        Step<CpusetMemory> second = strategy.step(snapshot(pod, broken), first.memory());

        assertThat(writes(first)).containsExactly("kubepods/burstable/podu1/c1 cpuset.cpus 2-7");
        assertThat(first.problems()).singleElement().asString().endsWith("the last good pools hold");
        assertThat(second.problems()).isEmpty();
    }

    @Test
    void aListThatIsNoneIsReportedAndNotWritten() {
        Step<CpusetMemory> step = step(pod("LSR", "Guaranteed", "{\"cpuset\":\"a-b\"}"), Map.of());

        assertThat(writes(step)).isEmpty();
        assertThat(step.problems()).singleElement().asString().startsWith("Pod/default/p: CPUs 'a-b'");
    }
}
