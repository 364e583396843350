package io.koordbridge.manager.damping;

import io.koordbridge.manager.batchresource.BatchAllotment;
import io.koordbridge.manager.batchresource.BatchResourceCalculator;
import io.koordbridge.manager.batchresource.BatchTerms;
import io.koordbridge.manager.batchresource.CalculatePolicy;
import io.koordbridge.manager.batchresource.CpuMemory;
import io.koordbridge.manager.batchresource.NodeSnapshot;
import io.koordbridge.manager.batchresource.NodeUsage;
import io.koordbridge.manager.damping.AmountDamper.Wish;
import io.koordbridge.manager.damping.DampedAmount.Effect;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DailyWindow;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.SteadyPods;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The calculator with damping around it; with damping off it is the calculator alone. */
@PureCore
public final class DampedCalculation {

    private static final long BYTES_PER_MEBIBYTE = 1L << 20;
    private static final int WINDOW_REPORTS = 2;

    private DampedCalculation() {}

    /**
     * What a pass depends on beside the state.
     *
     * @param shown what the node shows now
     */
    public record Inputs(
            NodeSnapshot node, ColocationStrategy strategy, DampingStrategy damping, ShownBatch shown, Instant now) {}

    /** Batch capacity now. */
    public static DampedBatch calculate(Inputs inputs, DampingState before) {
        if (inputs.damping().off()) {
            BatchAllotment plain = BatchResourceCalculator.calculate(inputs.node(), inputs.strategy(), inputs.now());
            return DampedBatch.undamped(plain, inputs.strategy());
        }
        Optional<DailyWindow> window = openWindow(inputs);
        ColocationStrategy strategy =
                window.map(open -> during(open, inputs.strategy())).orElse(inputs.strategy());
        Steadied steadied = steadied(inputs, before.pods());
        BatchAllotment computed = BatchResourceCalculator.calculate(steadied.node(), strategy, inputs.now());
        DampedAmount cpu =
                cpu(computed, inputs, state(before.milliCpu(), inputs.shown().milliCpu(), inputs.now()));
        DampedAmount memory =
                memory(computed, inputs, state(before.bytes(), inputs.shown().bytes(), inputs.now()));
        Optional<Instant> windowChangesAt = inputs.damping().schedule().stream()
                .flatMap(one -> one.nextChange(inputs.now()).stream())
                .min(Instant::compareTo);
        DampingReport report = new DampingReport(
                window.map(DailyWindow::name).orElse(null),
                windowChangesAt,
                cpu,
                memory,
                cpuLimit(computed, inputs.damping()),
                memoryLimit(computed, inputs.damping()),
                steadied.effects());
        return new DampedBatch(
                computed.isReset() ? computed : computed.publishing(cpu.published(), memory.published()),
                strategy,
                report,
                new DampingState(cpu.after(), memory.after(), steadied.after()),
                Stream.of(windowChangesAt, cpu.dueAt(), memory.dueAt(), steadied.endsAt())
                        .flatMap(Optional::stream)
                        .min(Instant::compareTo));
    }

    private static Optional<DailyWindow> openWindow(Inputs inputs) {
        return inputs.damping().schedule().stream()
                .filter(window -> window.open(inputs.now()))
                .findFirst();
    }

    private static ColocationStrategy during(DailyWindow window, ColocationStrategy strategy) {
        Long cpu = window.cpuReclaimThresholdPercent();
        Long memory = window.memoryReclaimThresholdPercent();
        return strategy.withReclaimThresholds(
                cpu == null ? strategy.cpuReclaimThresholdPercent() : cpu,
                memory == null ? strategy.memoryReclaimThresholdPercent() : memory);
    }

    private static Steadied steadied(Inputs inputs, PodMemory before) {
        SteadyPods rule = inputs.damping().steadyPods();
        NodeUsage report = inputs.node().usage();
        if (rule == null) {
            return new Steadied(inputs.node(), PodMemory.NONE, Steadied.Effects.NONE, Optional.empty());
        }
        if (report == null || !report.hasNodeMetric()) {
            return new Steadied(inputs.node(), before, Steadied.Effects.NONE, Optional.empty());
        }
        Duration window = rule.window() != null
                ? rule.window()
                : inputs.strategy().reportInterval().multipliedBy(WINDOW_REPORTS);
        return PodSteadiness.steady(
                inputs.node(),
                report,
                before,
                new PodSteadiness.Rule(window, rule.countPodsWithoutMetrics()),
                inputs.now());
    }

    /** After a restart what the node shows was published just now; a node that shows nothing may take its first step. */
    private static AmountState state(@Nullable AmountState before, long shown, Instant now) {
        return before != null ? before : new AmountState(shown, shown > 0 ? now : Instant.EPOCH);
    }

    private static DampedAmount cpu(BatchAllotment computed, Inputs inputs, AmountState before) {
        BatchTerms terms = computed.terms();
        if (computed.isReset() || terms == null) {
            return reset(before, inputs.now());
        }
        Long limit = cpuLimit(computed, inputs.damping());
        long wanted = limit == null ? computed.milliCpu() : Math.min(computed.milliCpu(), limit);
        boolean capped = amount(computed.cpuPolicy(), terms).milliCpu() > wanted;
        Wish wish = new Wish(
                computed.milliCpu(),
                wanted,
                capped,
                inputs.shown().heldMilliCpu(),
                terms.capacity().milliCpu(),
                1);
        return AmountDamper.damp(before, wish, inputs.damping(), inputs.now());
    }

    private static DampedAmount memory(BatchAllotment computed, Inputs inputs, AmountState before) {
        BatchTerms terms = computed.terms();
        if (computed.isReset() || terms == null) {
            return reset(before, inputs.now());
        }
        Long limit = memoryLimit(computed, inputs.damping());
        long allowed = limit == null ? computed.bytes() : Math.min(computed.bytes(), limit);
        boolean capped = amount(computed.memoryPolicy(), terms).bytes() > allowed;
        long multiple = Math.max(inputs.damping().roundMemoryMebibytes() * BYTES_PER_MEBIBYTE, 1);
        Wish wish = new Wish(
                computed.bytes(),
                AmountDamper.roundedDown(allowed, multiple),
                capped,
                inputs.shown().heldBytes(),
                terms.capacity().bytes(),
                multiple);
        return AmountDamper.damp(before, wish, inputs.damping(), inputs.now());
    }

    private static DampedAmount reset(AmountState before, Instant now) {
        AmountState after = before.published() == 0 ? before : new AmountState(0, now);
        return new DampedAmount(0, 0, 0, Effect.RESET, Optional.empty(), after);
    }

    private static @Nullable Long cpuLimit(BatchAllotment computed, DampingStrategy damping) {
        BatchTerms terms = computed.terms();
        return terms == null
                ? null
                : limit(
                        damping.cpuOversellLimitPercent(),
                        terms.capacity().milliCpu(),
                        terms.highPriorityRequest().milliCpu());
    }

    private static @Nullable Long memoryLimit(BatchAllotment computed, DampingStrategy damping) {
        BatchTerms terms = computed.terms();
        return terms == null
                ? null
                : limit(
                        damping.memoryOversellLimitPercent(),
                        terms.capacity().bytes(),
                        terms.highPriorityRequest().bytes());
    }

    /** What may be sold beside the requests of high-priority pods. */
    private static @Nullable Long limit(@Nullable Long percent, long capacity, long requested) {
        return percent == null ? null : Math.max((long) (capacity * (percent / 100.0)) - requested, 0);
    }

    private static CpuMemory amount(CalculatePolicy policy, BatchTerms terms) {
        return switch (policy) {
            case USAGE -> terms.byUsage();
            case REQUEST -> terms.byRequest();
            case MAX_USAGE_REQUEST -> terms.byMaxUsageRequest();
        };
    }
}
