package io.koordbridge.capacity.onlineuse;

import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.onlineuse.Expectation.Source;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.Memory;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.OfSide;
import io.koordbridge.policy.risk.RiskChoice;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the estimates of a node: in the online sum that the agent reports, else in the percentiles of the whole node, less what
 * batch work used at least in their time; nothing grows while that is not known for a window that may count. Where there is neither, the
 * last one holds for as long as a report may be used, and then the mean, by which for as long again nothing grows. An estimate never
 * makes less than the mean count, so it never offers more.
 */
@PureCore
public final class OnlineEstimator {

    /** A window that shows more than this many times the node cannot be. */
    private static final int INCREDIBLE = 2;

    private final Rules rules;
    private final NodeSnapshot node;
    private final NodeUsage usage;
    private final UsageLevels levels;
    private final BatchLows lows;
    private final Instant now;
    private final @Nullable OnlineUse held;
    private final List<LevelWindow> online;

    private OnlineEstimator(
            Rules rules, NodeSnapshot node, NodeUsage usage, UsageLevels levels, BatchLows lows, Instant now) {
        this.rules = rules;
        this.node = node;
        this.usage = usage;
        this.levels = levels;
        this.lows = lows;
        this.now = now;
        OnlineUse reported = levels.online();
        this.held = reported == null || !reported.holdsAt(now) ? null : reported;
        this.online = held == null
                ? List.of()
                : held.windows().stream().map(LevelWindow::of).toList();
    }

    /**
     * What is asked for.
     *
     * @param held up to which share of the node everything may run
     * @param shown choices that the Node shows of an earlier process
     */
    public record Rules(EstimateStrategy estimate, ColocationStrategy strategy, HeldBelow held, ShownChoices shown) {}

    /** The estimates of a node; without a report there are none, and what is known stays. */
    public static OnlineEstimate of(Rules rules, NodeSnapshot node, UsageLevels levels, Memory before, Instant now) {
        NodeUsage usage = node.usage();
        if (rules.estimate().onlyMean()) {
            return OnlineEstimate.MEAN_ONLY;
        }
        Instant report = usage == null ? null : usage.updateTime();
        if (usage == null || !usage.hasNodeMetric() || report == null) {
            return OnlineEstimate.without(
                    new Memory(
                            kept(
                                    rules.estimate().cpu(),
                                    before.cpu(),
                                    rules.shown().cpu()),
                            kept(
                                    rules.estimate().memory(),
                                    before.memory(),
                                    rules.shown().memory()),
                            before.lows(),
                            before.chosenAt()),
                    rules.shown().problems());
        }
        BatchLows lows =
                batch(usage).map(mean -> before.lows().seen(report, mean)).orElse(BatchLows.NONE);
        OnlineEstimator estimator = new OnlineEstimator(rules, node, usage, levels, lows, now);
        SideEstimator.Found cpu = estimator.found(Side.CPU, report, before.cpu());
        SideEstimator.Found memory = estimator.found(Side.MEMORY, report, before.memory());
        Memory after = new Memory(cpu.after(), memory.after(), lows, before.chosenAt()).shown(now);
        List<WireProblem> problems = Stream.concat(rules.shown().problems().stream(), levels.problems().stream())
                .toList();
        return new OnlineEstimate(cpu.expectation(), memory.expectation(), after, problems);
    }

    /** Without a report a choice stays, also that of an earlier process. */
    private static OfSide kept(EstimateStrategy.Rule rule, OfSide before, @Nullable RiskChoice shown) {
        return new OfSide(
                before.last(),
                rule instanceof EstimateStrategy.ByRisk ? RiskMemory.known(before.risk(), shown) : null,
                before.unknownSince(),
                before.leftOutSince());
    }

    private SideEstimator.Found found(Side side, Instant report, OfSide before) {
        ColocationStrategy strategy = rules.strategy();
        boolean cpu = side == Side.CPU;
        long capacity = side.of(node.capacity());
        List<LevelWindow> credible = credible(side, online);
        boolean ofNode = credible.isEmpty();
        LessBatch less =
                ofNode ? LessBatch.of(credible(side, levels.node()), lows, before.leftOutSince(), now) : LessBatch.NONE;
        SideEstimator.Facts facts = new SideEstimator.Facts(
                side,
                capacity,
                report,
                ofNode ? Source.NODE : Source.ONLINE_SUM,
                ofNode ? less.known() : credible,
                less,
                side.of(usage.online()),
                rules.estimate().forecast() ? forecast(side, capacity) : null,
                missing());
        SideEstimator.Thresholds thresholds = cpu
                ? new SideEstimator.Thresholds(
                        strategy.cpuReclaimThresholdPercent(), rules.held().cpuPercent())
                : new SideEstimator.Thresholds(
                        strategy.memoryReclaimThresholdPercent(), rules.held().memoryPercent());
        return new SideEstimator(facts, rules.estimate().forecast(), strategy.degradeAfter(), now)
                .found(
                        cpu ? rules.estimate().cpu() : rules.estimate().memory(),
                        thresholds,
                        before,
                        cpu ? rules.shown().cpu() : rules.shown().memory());
    }

    /** What batch work uses on average, empty where the report does not name the whole. */
    private static Optional<CpuMemory> batch(NodeUsage usage) {
        return Optional.ofNullable(usage.node())
                .map(whole -> whole.minus(usage.online()).atLeastZero());
    }

    private List<LevelWindow> credible(Side side, List<LevelWindow> windows) {
        long capacity = side.of(node.capacity());
        return windows.stream()
                .filter(window -> capacity > 0 && side.of(window.highest()) / INCREDIBLE <= capacity)
                .toList();
    }

    private @Nullable Expectation forecast(Side side, long capacity) {
        Forecast forecast = held == null ? null : held.forecast();
        if (forecast == null) {
            return null;
        }
        long amount = side.of(CpuMemory.ofMilliAndBytes(forecast.cpuMilli(), forecast.memoryBytes()));
        String words = "forecast of the next " + LevelWindow.words(forecast.within());
        return amount / INCREDIBLE > capacity
                ? null
                : new Expectation(Source.FORECAST, words, amount, side.of(usage.online()));
    }

    /** Why there are no percentiles, should there be none. */
    private String missing() {
        boolean ofNode = online.isEmpty();
        if (ofNode
                && Arrays.stream(Side.values())
                        .anyMatch(side -> !credible(side, levels.node()).isEmpty())) {
            return "the use of batch work is not known for as long as the percentiles are";
        }
        if (!ofNode || !levels.node().isEmpty()) {
            return "the reported percentiles are more than the node can use";
        }
        OnlineUse reported = levels.online();
        return reported != null && held == null
                ? "the percentiles of " + reported.at() + " are out of date"
                : "no percentiles are reported";
    }
}
