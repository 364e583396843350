package io.koordbridge.manager.damping;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.manager.batchresource.BatchAllotment;
import io.koordbridge.manager.batchresource.CpuMemory;
import io.koordbridge.manager.batchresource.Strategies;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.SteadyPods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** No jump of what is published without a jump of what is used, whatever the two sources of a node say and when. */
class SteadinessProperties {

    private static final Duration WINDOW = Duration.ofMinutes(2);
    private static final int WINDOW_TICKS = (int) WINDOW.toSeconds() / SimulatedNode.TICK_SECONDS;
    /** Ticks in which a change of usage may still change what is published: window, average, report. */
    private static final int HORIZON = WINDOW_TICKS + 6;

    private static final long ROUNDING = 2;
    private static final ColocationStrategy STRATEGY = Strategies.of(
            "{\"enable\": true, \"cpuReclaimThresholdPercent\": 95, \"memoryReclaimThresholdPercent\": 95}");
    private static final DampingStrategy STEADY =
            new DampingStrategy(null, 0, null, null, 0, List.of(), new SteadyPods(WINDOW, true));

    enum Kind {
        START_PROD,
        START_BATCH,
        END,
        LOSE_METRIC,
        SYSTEM,
        NOTHING
    }

    record Event(Kind kind, int amount, int permille, int lag) {}

    @Property(tries = 500)
    void nothingJumpsUnlessUsageDid(@ForAll("events") List<Event> events, @ForAll boolean agentTellsClass) {
        assertThat(jumps(padded(events), agentTellsClass, STEADY)).isEmpty();
    }

    @Example
    void thePlainRuleJumps() {
        long broken = events().sampleStream()
                .limit(50)
                .filter(events ->
                        !jumps(padded(events), true, DampingStrategy.OFF).isEmpty())
                .count();

        assertThat(broken).isGreaterThan(10);
    }

    @Example
    void aProdPodThatStartsDoesNotTakeItsRequestsBeforeItIsMeasured() {
        List<Event> start = List.of(nothing(), nothing(), nothing(), new Event(Kind.START_PROD, 16, 10, 0));

        assertThat(jumps(padded(start), true, STEADY)).isEmpty();
        assertThat(jumps(padded(start), true, DampingStrategy.OFF)).isNotEmpty();
    }

    @Example
    void aBatchPodThatEndsIsNotCountedAsUsageOfTheSystem() {
        List<Event> events = new ArrayList<>(List.of(new Event(Kind.START_BATCH, 16, 1000, 0)));
        for (int i = 0; i < 13; i++) {
            events.add(nothing());
        }
        events.add(new Event(Kind.END, 0, 0, 2));

        assertThat(jumps(padded(events), true, STEADY)).isEmpty();
        assertThat(jumps(padded(events), true, DampingStrategy.OFF)).isNotEmpty();
    }

    @Example
    void aJumpOfUsageIsFollowed() {
        List<Event> rise = padded(List.of(nothing(), nothing(), nothing(), new Event(Kind.SYSTEM, 30, 0, 0)));
        SimulatedNode node = new SimulatedNode(true);
        DampingState state = DampingState.NONE;
        long least = Long.MAX_VALUE;
        for (Event event : rise) {
            apply(event, node, 0);
            node.pass();
            DampedBatch batch = calculate(node, STEADY, state);
            state = batch.after();
            least = Math.min(least, batch.allotment().milliCpu());
        }

        assertThat(least).isEqualTo(64_000 * 95 / 100 - 30_000);
    }

    private static List<String> jumps(List<Event> events, boolean agentTellsClass, DampingStrategy damping) {
        SimulatedNode node = new SimulatedNode(agentTellsClass);
        DampingState state = DampingState.NONE;
        List<CpuMemory> moved = new ArrayList<>();
        List<CpuMemory> unnamed = new ArrayList<>();
        List<String> jumps = new ArrayList<>();
        BatchAllotment last = null;
        for (Event event : events) {
            apply(event, node, moved.size());
            node.pass();
            moved.add(node.movedUsage());
            unnamed.add(node.unnamedUsage());
            DampedBatch batch = calculate(node, damping, state);
            state = batch.after();
            BatchAllotment now = batch.allotment();
            if (last != null) {
                String tick = " at tick " + moved.size();
                long cpu = Math.abs(now.milliCpu() - last.milliCpu());
                check("cpu" + tick, cpu, allowed(moved, unnamed, CpuMemory::milliCpu), jumps);
                long memory = Math.abs(now.bytes() - last.bytes());
                check("memory" + tick, memory, allowed(moved, unnamed, CpuMemory::bytes), jumps);
            }
            last = now;
        }
        return jumps;
    }

    private static DampedBatch calculate(SimulatedNode node, DampingStrategy damping, DampingState state) {
        return DampedCalculation.calculate(
                new DampedCalculation.Inputs(node.seen(), STRATEGY, damping, ShownBatch.NOTHING, node.now()), state);
    }

    private static void check(String what, long change, long allowed, List<String> jumps) {
        if (change > allowed + ROUNDING) {
            jumps.add(what + " by " + change + ", allowed " + allowed);
        }
    }

    /**
     * Twice what usage moved in the horizon, because a late start and a late end may be noticed together, and what no report
     * named during a whole window.
     */
    private static long allowed(List<CpuMemory> moved, List<CpuMemory> unnamed, ToLongFunction<CpuMemory> amount) {
        int end = moved.size();
        int begin = Math.max(0, end - HORIZON);
        long before = begin == 0 ? 0 : amount.applyAsLong(moved.get(begin - 1));
        long usage = amount.applyAsLong(moved.get(end - 1)) - before;
        long throughout = IntStream.rangeClosed(Math.max(begin, WINDOW_TICKS), end)
                .mapToLong(to -> unnamed.subList(to - WINDOW_TICKS, to).stream()
                        .mapToLong(amount)
                        .min()
                        .orElse(0))
                .max()
                .orElse(0);
        return 2 * usage + throughout;
    }

    private static void apply(Event event, SimulatedNode node, int number) {
        CpuMemory size = CpuMemory.ofMilliAndBytes(event.amount() * 1000L, (long) event.amount() << 31);
        CpuMemory usage =
                new CpuMemory(size.nanoCpu() / 1000 * event.permille(), size.milliBytes() / 1000 * event.permille());
        switch (event.kind()) {
            case START_PROD -> node.start("p" + number, true, size, usage, event.lag());
            case START_BATCH -> node.start("b" + number, false, size, usage, event.lag());
            case END -> node.end(event.amount());
            case LOSE_METRIC -> node.lose(event.amount());
            case SYSTEM -> node.systemUses(event.amount() * 1000L);
            case NOTHING -> {}
        }
    }

    private static Event nothing() {
        return new Event(Kind.NOTHING, 0, 0, 0);
    }

    /** From a manager that knows the node until every window has ended. */
    private static List<Event> padded(List<Event> events) {
        List<Event> padded = new ArrayList<>(List.of(nothing(), nothing(), nothing()));
        padded.addAll(events);
        for (int i = 0; i < 2 * HORIZON; i++) {
            padded.add(nothing());
        }
        return padded;
    }

    @Provide
    Arbitrary<List<Event>> events() {
        Arbitrary<Kind> kinds = Arbitraries.of(
                Kind.START_PROD,
                Kind.START_BATCH,
                Kind.START_BATCH,
                Kind.END,
                Kind.END,
                Kind.LOSE_METRIC,
                Kind.SYSTEM,
                Kind.NOTHING,
                Kind.NOTHING,
                Kind.NOTHING,
                Kind.NOTHING);
        return Combinators.combine(
                        kinds,
                        Arbitraries.integers().between(1, 6),
                        Arbitraries.integers().between(0, 1000),
                        Arbitraries.integers().between(0, 2))
                .as(Event::new)
                .list()
                .ofMinSize(5)
                .ofMaxSize(60);
    }
}
