package io.koordbridge.koordlet.strategy;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.enforce.quota.QuotaPart;
import io.koordbridge.koordlet.evict.EvictionOrder;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Needs;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Asks every strategy at each tick, merges what they want and hands it to the writer. One thread; the reasons are for others. */
public final class StrategyRunner {

    private final List<Slot<?>> slots = new ArrayList<>();
    private final CgroupExecutor writer;
    private final SlowLane slow;
    private final Outlets outlets;
    private final MetricRegistry metrics;
    private final Consumer<String> problems;
    private WritePlan plan = WritePlan.NONE;
    private volatile @Nullable NodeSnapshot seen;
    private volatile boolean ended;
    private volatile Set<Intent.Target> refused = Set.of();

    /**
     * A runner without strategies.
     *
     * @param slow takes what may block
     */
    public StrategyRunner(
            CgroupExecutor writer, SlowLane slow, Outlets outlets, MetricRegistry metrics, Consumer<String> problems) {
        this.writer = writer;
        this.slow = slow;
        this.outlets = outlets;
        this.metrics = metrics;
        this.problems = problems;
    }

    /**
     * Takes what is no value of a file.
     *
     * @param leftBehind gives back what a strategy took, also in an earlier life, by its name
     * @param unwanted gives back what a strategy took, but for what it wants
     * @param evictions takes orders, and returns at once
     */
    public record Outlets(
            Consumer<String> leftBehind,
            BiConsumer<String, List<List<Intent>>> unwanted,
            Consumer<EvictionOrder> evictions) {

        /** Where every strategy gives back by what it writes. */
        public Outlets(Consumer<String> leftBehind, Consumer<EvictionOrder> evictions) {
            this(leftBehind, (owner, wanted) -> {}, evictions);
        }
    }

    /** A strategy with what it remembers. */
    public static final class Slot<M> {
        private final Strategy<M> strategy;
        private final Predicate<NodeSnapshot> gate;
        private final Map<String, Counter> steps = new HashMap<>();
        private volatile M memory;
        private volatile String reason = "waiting";

        private Slot(Strategy<M> strategy, Predicate<NodeSnapshot> gate) {
            this.strategy = strategy;
            this.gate = gate;
            this.memory = strategy.initial();
        }

        /** What it remembers now. */
        public M memory() {
            return memory;
        }

        private Stream<ShownGauge> gauges(Supplier<@Nullable NodeSnapshot> seen) {
            return strategy.gauges().stream()
                    .map(gauge -> new ShownGauge(gauge.family(), gauge.labels(), () -> value(gauge, seen.get())));
        }

        private OptionalDouble value(StrategyGauge<M> gauge, @Nullable NodeSnapshot snapshot) {
            return snapshot == null ? OptionalDouble.empty() : gauge.value().of(snapshot, memory);
        }

        private Map<String, Object> state(NodeSnapshot snapshot) {
            return strategy.state(snapshot, memory);
        }

        private Predicate<PodInfo> looksAt(NodeSnapshot bare) {
            return strategy.looksAt(bare, memory);
        }

        private boolean isOn(NodeSnapshot snapshot) {
            return gate.test(snapshot);
        }

        private Step<M> step(NodeSnapshot snapshot) {
            boolean on = isOn(snapshot);
            Step<M> step = on ? strategy.step(snapshot, memory) : strategy.release(snapshot, memory);
            memory = step.memory();
            reason = on ? step.reason() : "gate-off";
            return step;
        }

        /** What it would do; its memory stays. */
        private Planned dry(@Nullable NodeSnapshot snapshot) {
            if (snapshot == null) {
                return new Planned(strategy.name(), false, reason, Optional.empty(), "nothing is measured yet");
            }
            boolean on = isOn(snapshot);
            try {
                return new Planned(strategy.name(), on, reason, Optional.of(strategy.step(snapshot, memory)), "");
            } catch (RuntimeException e) {
                return new Planned(strategy.name(), on, reason, Optional.empty(), e.toString());
            }
        }

        private Step<M> release(NodeSnapshot snapshot) {
            Step<M> step = strategy.release(snapshot, memory);
            memory = step.memory();
            reason = "released";
            return step;
        }
    }

    /**
     * Registers a strategy; the order of the registrations is the order of their writes.
     *
     * @param gate whether it is switched on
     */
    public <M> Slot<M> add(Strategy<M> strategy, Predicate<NodeSnapshot> gate) {
        Slot<M> slot = new Slot<>(strategy, gate);
        slots.add(slot);
        return slot;
    }

    /** All strategies in the order of their writes. */
    public List<Strategy<?>> strategies() {
        List<Strategy<?>> all = new ArrayList<>();
        slots.forEach(slot -> all.add(slot.strategy));
        return all;
    }

    /** Files whose last write failed. */
    public Set<Intent.Target> refused() {
        return refused;
    }

    /** Reason of each strategy's last step, by its name. */
    public Map<String, String> reasons() {
        Map<String, String> reasons = new LinkedHashMap<>();
        slots.forEach(slot -> reasons.put(slot.strategy.name(), slot.reason));
        return reasons;
    }

    /** What each strategy would do with what the last tick saw; one that is off had none of its own readings taken. Any thread. */
    public List<Planned> plan() {
        NodeSnapshot last = seen;
        return slots.stream().<Planned>map(slot -> slot.dry(last)).toList();
    }

    /** Metrics of the strategies. */
    public List<ShownGauge> gauges() {
        return slots.stream().flatMap(slot -> slot.gauges(() -> seen)).toList();
    }

    /** What the strategies show of their last step, by the name of the part; nothing before the first tick. */
    public Map<String, Object> state() {
        Map<String, Object> parts = new LinkedHashMap<>();
        NodeSnapshot last = seen;
        if (last != null) {
            slots.forEach(slot -> parts.putAll(state(slot, last)));
        }
        return parts;
    }

    private static Map<String, Object> state(Slot<?> slot, NodeSnapshot last) {
        try {
            return slot.state(last);
        } catch (RuntimeException e) {
            return Map.of(slot.strategy.name(), "cannot be shown: " + e);
        }
    }

    /** What strategies need that decide at a tick. */
    public Needs needs(NodeSnapshot bare) {
        Needs.Builder all = new Needs.Builder();
        for (Slot<?> slot : slots) {
            if (slot.strategy.wakesFor(bare.tick().cause()) && slot.isOn(bare)) {
                add(all, slot, bare);
            }
        }
        return all.build();
    }

    /** A strategy that fails here fails at its step as well, or does without. */
    private void add(Needs.Builder all, Slot<?> slot, NodeSnapshot bare) {
        try {
            Set<Need<?>> needs = slot.strategy.needs(bare.slo());
            if (!needs.isEmpty()) {
                all.add(needs, slot.looksAt(bare));
            }
        } catch (RuntimeException e) {
            problems.accept("strategy " + slot.strategy.name() + " failed, its readings are not taken: " + e);
        }
    }

    /** Lets every strategy that wakes for the tick decide, and writes what they want. */
    public void run(NodeSnapshot snapshot) {
        if (ended) {
            return;
        }
        List<List<List<Intent>>> wanted = new ArrayList<>();
        List<QuotaPart> quotas = new ArrayList<>(0);
        Map<String, List<List<Intent>>> exact = new HashMap<>();
        for (Slot<?> slot : slots) {
            if (slot.strategy.wakesFor(snapshot.tick().cause())) {
                guarded(slot, () -> slot.step(snapshot)).ifPresent(step -> {
                    counter(slot, step.reason()).inc();
                    step.problems().forEach(problems);
                    step.evictions().forEach(outlets.evictions());
                    wanted.add(step.levels());
                    quotas.addAll(step.quotas());
                    if (step.exact()) {
                        exact.put(slot.strategy.name(), step.levels());
                    }
                });
            }
        }
        seen = snapshot;
        plan = plan.next(wanted);
        write(quotas.isEmpty() ? plan.batches() : plan.with(quotas, problems));
        exact.forEach(outlets.unwanted());
        if (snapshot.tick().cause() == Tick.Cause.TIMER) {
            slots.stream()
                    .filter(slot -> !slot.isOn(snapshot))
                    .forEach(slot -> outlets.leftBehind().accept(slot.strategy.name()));
        }
    }

    private Counter counter(Slot<?> slot, String reason) {
        return slot.steps.computeIfAbsent(
                reason,
                word -> metrics.counter(MetricNames.of(
                        "koord_koordlet_strategy_steps_total", "strategy", slot.strategy.name(), "reason", word)));
    }

    private void write(List<List<List<Intent>>> batches) {
        Set<Intent.Target> failed = new HashSet<>(slow.refused());
        for (List<List<Intent>> batch : batches) {
            if (batch.get(0).get(0).update().knob().mayBlock()) {
                slow.offer(batch);
            } else {
                failed.addAll(writer.carryOut(batch));
            }
        }
        refused = failed;
    }

    /** Writes nothing from now on; what was written stays. */
    public void end() {
        ended = true;
    }

    /** Lets every strategy give back what it took; from then on nothing is written. */
    public void releaseAll(NodeSnapshot snapshot) {
        ended = true;
        List<List<List<Intent>>> wanted = new ArrayList<>();
        List<QuotaPart> quotas = new ArrayList<>(0);
        slots.forEach(slot -> guarded(slot, () -> slot.release(snapshot)).ifPresent(step -> {
            wanted.add(step.levels());
            quotas.addAll(step.quotas());
        }));
        write(WritePlan.NONE.next(wanted).with(quotas, problems));
    }

    private interface Deciding {
        Step<?> decide();
    }

    /** One strategy that fails leaves the others working. */
    private Optional<Step<?>> guarded(Slot<?> slot, Deciding deciding) {
        try {
            return Optional.of(deciding.decide());
        } catch (RuntimeException e) {
            slot.reason = "failed";
            metrics.counter(MetricNames.of("koord_koordlet_strategy_failures_total", "strategy", slot.strategy.name()))
                    .inc();
            problems.accept("strategy " + slot.strategy.name() + " failed, its last values stay: " + e);
            return Optional.empty();
        }
    }
}
