package io.koordbridge.capacity.plan;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.onlineuse.LevelWindow;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Passes over a node of 16 cores and 64 GiB, a minute apart, whose agent reports percentiles; a batch pod uses 4 cores of it. */
public final class EstimatedPasses {

    private Instant now = Instant.parse("2026-11-30T09:00:00Z");
    private @Nullable PassMemory memory;
    private Map<String, String> annotations = Map.of();
    private List<Zone> zones = List.of();
    private List<ResourceStage<?>> stages = ResourceStages.ALL;
    private CpuMemory reserved = CpuMemory.ZERO;
    private long batchMilliCpu = 4000;
    private Map<String, Quantity> shown = Map.of();

    /** Annotations of the Node from here on. */
    public void annotated(Map<String, String> those) {
        annotations = those;
    }

    /** What the Node shows. */
    public Map<String, String> annotations() {
        return annotations;
    }

    /** The node has two zones from here on. */
    public void zoned() {
        zones = List.of(zone("node-0"), zone("node-1"));
    }

    /** Other stages from here on. */
    public void staged(List<ResourceStage<?>> those) {
        stages = those;
    }

    /** The annotation reserves so much from here on. */
    public void reserved(long milliCpu) {
        reserved = CpuMemory.ofMilliAndBytes(milliCpu, 0);
    }

    /** The Node shows so much batch CPU from here on, and memory enough. */
    public void showing(long batchMilliCpu) {
        shown = Map.of(
                ResourceNames.BATCH_CPU, new Quantity(String.valueOf(batchMilliCpu)),
                ResourceNames.BATCH_MEMORY, new Quantity("1Ti"));
    }

    /** Another process goes on. */
    public void restarted() {
        memory = null;
    }

    /** So many minutes pass without a report. */
    public void gap(int minutes) {
        now = now.plus(Duration.ofMinutes(minutes));
    }

    /** A pass with a new report; online work used so much on average. */
    public NodePlan pass(String strategy, long meanMilli, UsageLevels levels) {
        now = now.plusSeconds(60);
        return again(strategy, meanMilli, levels);
    }

    /** Another pass with the same report. */
    public NodePlan again(String strategy, long meanMilli, UsageLevels levels) {
        return plan(strategy, new NodeReport(null, usage(meanMilli), levels, now));
    }

    /** A pass without a report. */
    public NodePlan withoutReport(String strategy) {
        return plan(strategy, null);
    }

    private NodePlan plan(String strategy, @Nullable NodeReport report) {
        State config = ColocationConfigReader.next(State.INITIAL, Map.of(ColocationSchemas.KEY, strategy))
                .state();
        PassMemory before = memory == null ? PassMemory.at(now) : memory;
        NodePlan plan = NodeResourcePass.plan(
                new NodeInputs(
                        node(),
                        EffectiveStrategy.of(config.config(), Map.of(), annotations),
                        List.of(),
                        report,
                        zones.isEmpty() ? null : topology(),
                        null,
                        NormalizedNodes.settings("1"),
                        ThirdPartyShare.NONE,
                        new NodeInputs.Before(before, null, reserved),
                        now),
                stages);
        memory = plan.terms().after().carriedOut(true, true, before);
        return plan;
    }

    private NodeResourceTopology topology() {
        NodeResourceTopology topology = NormalizedNodes.topology();
        topology.setZones(zones);
        return topology;
    }

    private static Zone zone(String name) {
        Quantity cpu = new Quantity("8");
        Quantity memory = new Quantity("32Gi");
        return new Zone(
                name,
                "Node",
                null,
                List.of(new ZoneResource("cpu", cpu, cpu, cpu), new ZoneResource("memory", memory, memory, memory)));
    }

    private Node node() {
        return new NodeBuilder(NormalizedNodes.node(shown, "1.00", "{}"))
                .editMetadata()
                .addToAnnotations(annotations)
                .endMetadata()
                .build();
    }

    /** Batch pods use so much from here on. */
    public void batchUses(long milliCpu) {
        batchMilliCpu = milliCpu;
    }

    private NodeUsage usage(long meanMilli) {
        CpuMemory system = CpuMemory.ofMilliAndBytes(meanMilli, 4L << 30);
        CpuMemory batch = CpuMemory.ofMilliAndBytes(batchMilliCpu, 8L << 30);
        return new NodeUsage(
                now,
                true,
                system,
                List.of(new PodUsage("d/spark", batch, true)),
                CpuMemory.ZERO,
                CpuMemory.ZERO,
                system.plus(batch),
                CpuMemory.ZERO);
    }

    /** Percentiles of the whole node over 10 minutes, all the same. */
    public UsageLevels whole(long milliCpu) {
        return whole(Map.of(10, milliCpu));
    }

    /** Percentiles of the whole node over so many minutes each, all of a window the same. */
    public UsageLevels whole(Map<Integer, Long> milliCpu) {
        List<LevelWindow> windows = milliCpu.entrySet().stream()
                .map(one -> window(one.getKey(), CpuMemory.ofMilliAndBytes(one.getValue(), 12L << 30)))
                .toList();
        return new UsageLevels(null, windows, List.of());
    }

    private static LevelWindow window(long minutes, CpuMemory amount) {
        return new LevelWindow(
                Duration.ofMinutes(minutes), Map.of(EstimateLevel.P95, amount, EstimateLevel.P99, amount));
    }

    /** Percentiles of the next report, one core apart over 15 minutes. */
    public UsageLevels online(long meanMilli) {
        Percentiles memory = new Percentiles(4L << 30, 4L << 30, 4L << 30, 4L << 30, 4L << 30, 4L << 30);
        Window window = new Window(
                Duration.ofMinutes(15),
                new Percentiles(
                        meanMilli, meanMilli, meanMilli + 1000, meanMilli + 2000, meanMilli + 3000, meanMilli + 4000),
                memory);
        return UsageLevels.of(Decoded.of(new OnlineUse(now, List.of(window), null)), null);
    }
}
