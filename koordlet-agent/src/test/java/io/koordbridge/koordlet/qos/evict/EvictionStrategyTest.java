package io.koordbridge.koordlet.qos.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.evict.EvictionOrder;
import io.koordbridge.koordlet.evict.EvictionTask;
import io.koordbridge.koordlet.evict.Victim;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Reading;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.yarn.YarnWork;
import io.koordbridge.policy.evict.TierCpu;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.testkit.conformance.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EvictionStrategyTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");
    /** By the clock of the ticks, which began with that of the machine before it was set. */
    private static final Instant STARTED_WRONG = NOW.plus(Duration.ofHours(1));

    private static final long GIB = 1L << 30;
    private static final String ON = "\"enable\":true,\"memoryEvictThresholdPercent\":70";

    private static PodInfo pod(String name, String labels, int priority, String more) {
        try {
            return PodInfos.of(
                    Json.MAPPER.readValue("""
                        {"metadata":{"namespace":"d","name":"%1$s","uid":"%1$s","labels":{%2$s}%4$s},
                         "spec":{"priority":%3$d,"containers":[{"name":"m","resources":
                           {"requests":{"kubernetes.io/batch-cpu":"1000","kubernetes.io/batch-memory":"1Gi"}}}]},
                         "status":{"phase":"Running","qosClass":"BestEffort"}}
                        """.formatted(name, labels, priority, more), Pod.class), problem -> {});
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static PodInfo bePod(String name, int priority) {
        return pod(name, "\"koordinator.sh/qosClass\":\"BE\"", priority, "");
    }

    private static PodInfo bePod(String name, String status) {
        try {
            return PodInfos.of(Json.MAPPER.readValue("""
                        {"metadata":{"namespace":"d","name":"%1$s","uid":"%1$s","labels":{"koordinator.sh/qosClass":"BE"}},
                         "spec":{"priority":5000,"containers":[{"name":"m"}]}, "status":%2$s}
                        """.formatted(name, status), Pod.class), problem -> {});
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static YarnWork work(String id, boolean master, boolean opportunistic, int importance, long gib) {
        return new YarnWork(
                id,
                master,
                opportunistic,
                importance,
                YarnWork.Stage.RUNS,
                2000,
                OptionalDouble.of(1),
                OptionalDouble.of(gib * (double) GIB));
    }

    private static EvictionFacts facts(double usedGib, Map<String, Double> podGib, List<YarnWork> yarn) {
        Map<String, Double> bytes = new TreeMap<>(podGib);
        bytes.replaceAll((uid, gib) -> gib * GIB);
        return new EvictionFacts(OptionalDouble.of(usedGib * GIB), 0, bytes, bytes, Optional.empty(), yarn, NOW);
    }

    private static NodeSnapshot snapshot(String thresholds, List<PodInfo> pods, EvictionFacts facts) {
        NodeFacts node = new NodeFacts(
                "n",
                "u",
                new Amounts(8000, 64 * GIB),
                0,
                Amounts.NONE,
                NodeFacts.Layout.NONE,
                Optional.empty(),
                null,
                null,
                Map.of());
        NodeSloSpec spec;
        try {
            spec = Json.MAPPER.readValue("{\"resourceUsedThresholdWithBE\":{" + thresholds + "}}", NodeSloSpec.class);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
        Optional<NodeSlo> slo = Optional.of(NodeSlo.of(spec, null, problem -> {}));
        NodeView view = new NodeView(Optional.of(node), slo, Optional.empty(), Optional.empty(), pods);
        return new NodeSnapshot(
                new Tick(1, STARTED_WRONG, Tick.Cause.TIMER),
                view,
                SloInForce.UNKNOWN.next(slo, true, false, true, NOW),
                List.of(),
                new TierReading(
                        "t",
                        Reading.failed(""),
                        Reading.failed(""),
                        Reading.failed(""),
                        Reading.failed(""),
                        Collections.emptySortedMap()),
                Optional.empty(),
                new CgroupPaths(CgroupDriver.CGROUPFS),
                Set.of(),
                facts,
                Readings.NONE);
    }

    private static Step<Assessment> memory(NodeSnapshot snapshot) {
        return EvictionStrategy.memory(Set.of(Gate.BE_MEMORY_EVICT)).step(snapshot, Assessment.NOTHING);
    }

    private static List<String> order(Step<Assessment> step) {
        return step.evictions().get(0).tasks().get(0).candidates().stream()
                .map(Victim::name)
                .toList();
    }

    @Test
    void podsAndContainersStandInOneListByPriorityAndUsageAndMastersComeLast() {
        List<YarnWork> yarn = List.of(
                work("master", true, false, 0, 30),
                work("task-small", false, false, 20, 1),
                work("task-large", false, false, 20, 6),
                work("opportunistic", false, true, 20, 1));
        List<PodInfo> pods = List.of(
                bePod("low", 5000),
                bePod("high", 5999),
                bePod("middle", 5500),
                pod(
                        "node-manager",
                        "\"koordinator.sh/qosClass\":\"BE\",\"app.kubernetes.io/component\":\"node-manager\"",
                        5000,
                        ""));
        Map<String, Double> usage = Map.of("low", 0.5, "high", 9.0, "middle", 8.0, "node-manager", 2.0);

        Step<Assessment> step = memory(snapshot(ON, pods, facts(60, usage, yarn)));

        assertThat(order(step))
                .containsExactly(
                        "low", "opportunistic", "task-large", "task-small", "middle", "high", "master", "node-manager");
        EvictionTask task = step.evictions().get(0).tasks().get(0);
        assertThat(task.target()).as("bytes down to 68 %").isEqualTo(Map.of("memory", 64 * GIB * (93 - 68) / 100));
        assertThat(task.releases().get("task-large")).containsEntry(ResourceNames.MEMORY, 6 * GIB);
    }

    @Test
    void podsOfFilesAndFinishedOnesAreLeftAloneAndThoseThatAreBeingDeletedCountAsFreed() {
        List<PodInfo> pods = List.of(
                pod(
                        "static",
                        "\"koordinator.sh/qosClass\":\"BE\"",
                        5000,
                        ",\"annotations\":{\"kubernetes.io/config.mirror\":\"0123456789abcdef0123456789abcdef\"}"),
                pod(
                        "leaving",
                        "\"koordinator.sh/qosClass\":\"BE\"",
                        5000,
                        ",\"deletionTimestamp\":\"2026-01-01T00:10:20Z\",\"deletionGracePeriodSeconds\":30"),
                pod(
                        "stuck",
                        "\"koordinator.sh/qosClass\":\"BE\"",
                        5000,
                        ",\"deletionTimestamp\":\"2026-01-01T00:07:00Z\",\"deletionGracePeriodSeconds\":30"),
                bePod("runs", 5000));

        EvictionOrder order = memory(snapshot(ON, pods, facts(60, Map.of(), List.of())))
                .evictions()
                .get(0);

        assertThat(order.tasks().get(0).candidates()).extracting(Victim::name).containsExactly("runs", "leaving");
        assertThat(order.leaving()).containsExactly("leaving");
    }

    @Test
    void podsOfADaemonSetAreTheLastChoiceSinceTheyComeBack() {
        String owned = ",\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"DaemonSet\",\"name\":\"d\","
                + "\"uid\":\"d\",\"controller\":true}]";
        String agreed = "\"koordinator.sh/eviction-enabled\":\"true\",\"koordinator.sh/qosClass\":\"BE\"";
        List<PodInfo> pods = List.of(pod("of-daemon-set", agreed, 5000, owned), pod("free", agreed, 5999, ""));
        EvictionFacts facts =
                facts(60, Map.of("of-daemon-set", 9.0, "free", 1.0), List.of(work("m", true, false, 0, 1)));
        String thresholds = ON + ",\"evictEnabledPriorityThreshold\":7999";

        assertThat(order(memory(snapshot(ON, pods, facts)))).containsExactly("free", "m", "of-daemon-set");
        assertThat(order(EvictionStrategy.memory(Set.of(Gate.MEMORY_EVICT))
                        .step(snapshot(thresholds, pods, facts), Assessment.NOTHING)))
                .containsExactly("free", "of-daemon-set");
    }

    @Test
    void whoUsesNothingBecauseNothingRunsIsNotEvictedForMemory() {
        String ended = """
            {"phase":"Running","containerStatuses":[
              {"name":"m","containerID":"containerd://c","state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}""";
        String initRuns = """
            {"phase":"Pending","initContainerStatuses":[
              {"name":"i","containerID":"containerd://i","state":{"running":{}}}],
             "containerStatuses":[{"name":"m","state":{"waiting":{"reason":"PodInitializing"}}}]}""";
        List<PodInfo> pods = List.of(
                bePod("no-value", "{\"phase\":\"Running\"}"),
                bePod("pending", "{\"phase\":\"Pending\"}"),
                bePod("crashed", ended),
                bePod("starts", initRuns),
                bePod("runs", "{\"phase\":\"Running\"}"));
        YarnWork waits = new YarnWork(
                "waits", false, true, 20, YarnWork.Stage.WAITS, 2000, OptionalDouble.empty(), OptionalDouble.empty());

        Step<Assessment> step = memory(snapshot(ON, pods, facts(60, Map.of("runs", 1.0), List.of(waits))));

        assertThat(order(step)).containsExactly("runs", "starts", "no-value");
    }

    @Test
    void nothingIsDecidedBelowTheThresholdOrWhereTheNodeSloIsOff() {
        List<PodInfo> pods = List.of(bePod("a", 5000));

        assertThat(memory(snapshot(ON, pods, facts(44, Map.of(), List.of()))).reason())
                .isEqualTo("enough");
        assertThat(memory(snapshot("\"memoryEvictThresholdPercent\":70", pods, facts(60, Map.of(), List.of())))
                        .reason())
                .isEqualTo("disabled");
        assertThat(memory(snapshot(ON, pods, EvictionFacts.NONE)).evictions()).isEmpty();
    }

    @Test
    void hugePagesThatWereSetAsideAreNeitherUsedNorCapacity() {
        List<PodInfo> pods = List.of(bePod("a", 5000));

        assertThat(memory(snapshot(ON, pods, withHugePages(50, 48))).reason()).isEqualTo("enough");

        EvictionTask task = memory(snapshot(ON, pods, withHugePages(61, 48)))
                .evictions()
                .get(0)
                .tasks()
                .get(0);
        assertThat(task.target()).as("13 of 16 GiB are 81 %").isEqualTo(Map.of("memory", 16 * GIB * (81 - 68) / 100));
        assertThat(memory(snapshot(ON, pods, withHugePages(64, 64))).reason()).isEqualTo("enough");
    }

    private static EvictionFacts withHugePages(double usedGib, double hugeGib) {
        return new EvictionFacts(
                OptionalDouble.of(usedGib * GIB),
                hugeGib * GIB,
                Map.of("a", (double) GIB),
                Map.of(),
                Optional.empty(),
                List.of(),
                NOW);
    }

    @Test
    void settingsThatCannotBeUsedAreNamedAndEvictNobody() {
        String wrong = "\"enable\":true,\"memoryEvictThresholdPercent\":70,\"memoryEvictLowerPercent\":80";

        Step<Assessment> step = memory(snapshot(wrong, List.of(bePod("a", 5000)), facts(60, Map.of(), List.of())));

        assertThat(step.evictions()).isEmpty();
        assertThat(step.reason()).isEqualTo("bad-settings");
        assertThat(step.problems())
                .containsExactly("NodeSLO: resourceUsedThresholdWithBE.memoryEvictLowerPercent = 80: want below "
                        + "memoryEvictThresholdPercent 70; BEMemoryEvict does not evict");
    }

    @Test
    void aResourceThatNoEvictionCanFreeDrainsNobody() {
        String free = "\"koordinator.sh/eviction-enabled\":\"true\"";
        String thresholds = "\"enable\":true,\"allocatableEvictPriorityThreshold\":7999,"
                + "\"memoryAllocatableEvictThresholdPercent\":50,\"memoryAllocatableEvictLowerPercent\":40";

        Step<Assessment> step = EvictionStrategy.memory(Set.of(Gate.MEMORY_ALLOCATABLE_EVICT))
                .step(
                        snapshot(
                                thresholds,
                                List.of(pod("free", free, 3500, "")),
                                facts(1, Map.of("free", 1.0), List.of())),
                        Assessment.NOTHING);

        assertThat(step.reason()).isEqualTo("enough");
    }

    @Test
    void crowdedBestEffortCpuCountsContainersByTheirCores() {
        TierCpu amounts = new TierCpu(3900, 12_000, 4000);
        EvictionFacts facts = new EvictionFacts(
                OptionalDouble.empty(),
                0,
                Map.of(),
                Map.of("pod", 0.1),
                Optional.of(new EvictionFacts.BestEffortWindow(amounts, amounts, 10, 10)),
                List.of(work("task", false, false, 0, 1)),
                NOW);
        String thresholds = "\"enable\":true,\"cpuEvictBESatisfactionLowerPercent\":40,"
                + "\"cpuEvictBESatisfactionUpperPercent\":50";

        Step<Assessment> step = EvictionStrategy.cpu(Set.of(Gate.BECPU_EVICT))
                .step(snapshot(thresholds, List.of(bePod("pod", 5500)), facts), Assessment.NOTHING);

        EvictionTask task = step.evictions().get(0).tasks().get(0);
        assertThat(task.target()).isEqualTo(Map.of(ResourceNames.BATCH_CPU, 2000L));
        assertThat(order(step)).containsExactly("task", "pod");
        assertThat(task.releases()).containsEntry("task", Map.of(ResourceNames.BATCH_CPU, 2000L));
    }

    @Test
    void theMeanOfTheNodeIsAskedForOnlyByTheFeatureThatUsesIt() {
        String thresholds = "\"enable\":true,\"cpuEvictThresholdPercent\":70,\"cpuEvictTimeWindowSeconds\":60";
        SloInForce slo = snapshot(thresholds, List.of(), EvictionFacts.NONE).slo();
        SloInForce off =
                snapshot("\"enable\":false", List.of(), EvictionFacts.NONE).slo();
        EvictionStrategy cpu = EvictionStrategy.cpu(Set.of(Gate.CPU_EVICT));

        assertThat(cpu.needs(slo)).containsExactly(Need.mean(Metric.NODE_CPU, Duration.ofSeconds(60), Scope.NODE));
        assertThat(cpu.needs(off)).isEmpty();
        assertThat(EvictionStrategy.cpu(Set.of(Gate.BECPU_EVICT)).needs(slo)).isEmpty();
    }

    @Test
    void theMeanOfTheNodeDecidesAndWithoutItNoPodGoes() {
        String thresholds = "\"enable\":true,\"cpuEvictThresholdPercent\":70,\"cpuEvictTimeWindowSeconds\":60,"
                + "\"evictEnabledPriorityThreshold\":5999";
        String agreed = "\"koordinator.sh/qosClass\":\"BE\",\"koordinator.sh/eviction-enabled\":\"true\"";
        NodeSnapshot bare =
                snapshot(thresholds, List.of(pod("p", agreed, 5500, "")), facts(1, Map.of("p", 1.0), List.of()));
        EvictionStrategy cpu = EvictionStrategy.cpu(Set.of(Gate.CPU_EVICT));
        Need<Double> mean = Need.mean(Metric.NODE_CPU, Duration.ofSeconds(60), Scope.NODE);

        assertThat(cpu.step(bare, Assessment.NOTHING).reason()).isEqualTo("enough");
        assertThat(cpu.step(bare.with(new Readings.Builder().put(mean, 7.9).build()), Assessment.NOTHING)
                        .memory()
                        .tasks())
                .extracting(task -> task.target().get(ResourceNames.CPU))
                .containsExactly(8000L * (98 - 68) / 100);
    }
}
