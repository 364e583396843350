package io.koordbridge.koordlet.qos.memory;

import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.PressureStat;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.qos.nodemanager.Daemons;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.koordlet.yarn.YarnWork;
import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Keeps memory free for online work before anything is evicted: {@code memory.high} of the best-effort tier follows the usage of online
 * work, as the CPU limit does, below the thresholds of eviction. No other strategy writes this file of the tier.
 */
@PureCore
public final class TierMemoryStrategy implements Strategy<TierMemory> {

    public static final String NAME = "tier-memory";

    private static final String ROW = "tier memory      ";
    private static final Need<Double> NODE = Need.latest(Metric.NODE_MEMORY, Scope.NODE);
    private static final Need<Double> SYSTEM = Need.latest(Metric.SYSTEM_MEMORY, Scope.NODE);
    private static final Need<Double> HUGE_PAGES = Need.latest(Metric.NODE_HUGE_PAGES, Scope.NODE);
    private static final Need<Long> HIGH = Need.knob(Knob.MEMORY_HIGH, Scope.TIER);
    private static final Need<Long> USAGE = Need.knob(Knob.MEMORY_USAGE, Scope.TIER);
    private static final Need<CgroupFormat.MemoryStat> STAT = Need.knob(Knob.MEMORY_STAT, Scope.TIER);
    private static final Need<PressureStat> PRESSURE = Need.knob(Knob.MEMORY_PRESSURE, Scope.BURSTABLE);
    private static final long PERCENT = 100;
    private static final long DEFAULT_THRESHOLD = 70;
    /** Of the node's memory, for each step that stalls take away. */
    private static final long TIGHTENED = 50;

    private final MemoryConfig config;

    public TierMemoryStrategy(MemoryConfig config) {
        this.config = config;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of(Knob.MEMORY_HIGH);
    }

    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        return Set.of(NODE, SYSTEM, HUGE_PAGES, HIGH, USAGE, STAT, PRESSURE);
    }

    @Override
    public TierMemory initial() {
        return TierMemory.NONE;
    }

    @Override
    public Step<TierMemory> step(NodeSnapshot snapshot, TierMemory memory) {
        Optional<ResourceThresholdStrategy> settings =
                snapshot.slo().present().map(NodeSlo::effective).map(found -> found.resourceUsedThresholdWithBE());
        if (snapshot.slo().gone()) {
            return givenBack(snapshot, "node-slo-gone");
        }
        if (settings.isEmpty()) {
            return held(snapshot, memory, "no-node-slo");
        }
        if (!Objects.requireNonNullElse(settings.get().enable(), false)) {
            return givenBack(snapshot, "switched-off");
        }
        Readings readings = snapshot.readings();
        if (readings.of(HIGH).isEmpty()) {
            return held(snapshot, memory, "not-supported");
        }
        Optional<TierAllowance> allowance = allowance(snapshot);
        if (allowance.isEmpty() || allowance.get().usableBytes() == 0) {
            return held(snapshot, memory, "unknown-usage");
        }
        return follow(snapshot, memory.after(stalls(readings)), allowance.get(), percent(settings.get()));
    }

    private Step<TierMemory> follow(NodeSnapshot snapshot, TierMemory memory, TierAllowance found, long percent) {
        long usable = found.usableBytes();
        long allowance = found.bytes(percent);
        long target = Math.max(floor(snapshot, usable), allowance - usable / TIGHTENED * memory.tightened());
        long all = snapshot.readings().of(USAGE).orElse(found.tierUsedBytes());
        long high =
                new TierSteps(usable).next(memory.highBytes(), target, new TierSteps.Usage(all, found.tierUsedBytes()));
        String reason = high < memory.highBytes() ? "lowers" : high > memory.highBytes() ? "raises" : "holds";
        return held(snapshot, memory.with(high, allowance), reason);
    }

    private static Step<TierMemory> held(NodeSnapshot snapshot, TierMemory memory, String reason) {
        return memory.isLimited()
                ? new Step<>(memory, levels(snapshot, memory.highBytes(), Intent.Check.YIELDING), reason, List.of())
                : Step.nothing(memory, reason);
    }

    private static Step<TierMemory> givenBack(NodeSnapshot snapshot, String reason) {
        return new Step<>(
                TierMemory.NONE, levels(snapshot, TierSteps.UNLIMITED, Intent.Check.GIVEN_BACK), reason, List.of());
    }

    private static List<List<Intent>> levels(NodeSnapshot snapshot, long bytes, Intent.Check check) {
        return List.of(List.of(
                Intent.of(Knob.MEMORY_HIGH, snapshot.tier().dir(), bytes, NAME).checked(check)));
    }

    /** Eviction begins above it. */
    private long percent(ResourceThresholdStrategy settings) {
        long threshold = Objects.requireNonNullElse(settings.memoryEvictThresholdPercent(), DEFAULT_THRESHOLD);
        return Math.max(1, Math.min(PERCENT, threshold) - config.belowEvictionPercent());
    }

    private boolean stalls(Readings readings) {
        return config.pressurePercent() > 0
                && readings.of(PRESSURE)
                        .filter(found -> found.some().avg10() >= config.pressurePercent())
                        .isPresent();
    }

    private static Optional<TierAllowance> allowance(NodeSnapshot snapshot) {
        Readings readings = snapshot.readings();
        Optional<Double> used = readings.of(NODE);
        Optional<CgroupFormat.MemoryStat> tier = readings.of(STAT);
        Optional<NodeFacts> node = snapshot.cluster().node();
        if (used.isEmpty() || tier.isEmpty() || node.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new TierAllowance(
                node.get().capacityBytes(),
                readings.of(HUGE_PAGES).map(Double::longValue).orElse(0L),
                used.get().longValue(),
                tier.get().usageBytes(),
                readings.of(SYSTEM)
                        .map(bytes -> OptionalLong.of(bytes.longValue()))
                        .orElse(OptionalLong.empty()),
                node.get().layout().keptBack().bytes()));
    }

    /** What NodeManagers and application masters need stays, and a small part of the node: nothing may stand still in the tier. */
    private long floor(NodeSnapshot snapshot, long usable) {
        double masters = snapshot.evictionFacts().yarn().stream()
                .filter(YarnWork::master)
                .mapToDouble(work -> work.bytes().orElse(0))
                .sum();
        long daemons = Daemons.floorBytes(snapshot.cluster().pods(), usable);
        long most = Math.max(usable / PERCENT * config.floorPercent(), Daemons.mostBytes(usable));
        return Math.min(most, Math.max(usable / PERCENT * config.floorPercent(), daemons + (long) masters));
    }

    /** Without the strategy the tier gets back what its file held, by the record of changes. */
    @Override
    public Step<TierMemory> release(NodeSnapshot snapshot, TierMemory memory) {
        return Step.nothing(TierMemory.NONE, "released");
    }

    @Override
    public List<StrategyGauge<TierMemory>> gauges() {
        return List.of(
                new StrategyGauge<>(
                        "koord_koordlet_tier_memory_high_bytes",
                        List.of(),
                        (snapshot, memory) -> known(memory, memory.highBytes())),
                new StrategyGauge<>(
                        "koord_koordlet_tier_memory_allowance_bytes",
                        List.of(),
                        (snapshot, memory) -> known(memory, memory.allowanceBytes())),
                new StrategyGauge<>(
                        "koord_koordlet_tier_memory_tightened",
                        List.of(),
                        (snapshot, memory) -> OptionalDouble.of(memory.tightened())));
    }

    private static OptionalDouble known(TierMemory memory, long bytes) {
        return memory.isLimited() ? OptionalDouble.of((double) bytes) : OptionalDouble.empty();
    }

    @Override
    public Map<String, Object> state(NodeSnapshot snapshot, TierMemory memory) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("limited", memory.isLimited());
        if (memory.isLimited()) {
            part.put("highBytes", memory.highBytes());
            part.put("allowanceBytes", memory.allowanceBytes());
        }
        part.put("tightened", memory.tightened());
        return Map.of("tierMemory", part);
    }

    @Override
    public List<String> preflight(Ground ground) {
        if (!config.followOnline()) {
            return List.of(ROW + "off: memory.followOnline");
        }
        if (ground.tree().version() == CgroupVersion.V1) {
            return List.of(ROW + "not supported here: control groups version 1 have no memory.high");
        }
        return List.of(ROW + "works: memory.high of " + ground.tree().paths().bestEffortDir());
    }
}
