package io.koordbridge.capacity.steadypods;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.Strategies;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZoneCapacity;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.offered.DampedPass;
import io.koordbridge.capacity.offered.DampedPass.Setting;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import io.koordbridge.sloconfig.damping.DampingStrategy.SteadyPods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No jump of what is published without a jump of what is used, whatever the two sources of a node say and when. */
class PodSteadinessProperties {

    private static final Duration WINDOW = Duration.ofMinutes(2);
    private static final int WINDOW_TICKS = (int) WINDOW.toSeconds() / SimulatedNode.TICK_SECONDS;
    /** Ticks in which a change of usage may still change what is published: window, average, report. */
    private static final int HORIZON = WINDOW_TICKS + 6;

    /** Ticks from the binding of a pod to its first report, or to its end in the list when no report ever named it. */
    private static final int START_TICKS = 10;

    private static final long ROUNDING = 2;
    private static final List<ZoneCapacity> ZONES = Stream.of("node-0", "node-1")
            .map(name -> new ZoneCapacity(name, CpuMemory.ofMilliAndBytes(32_000, 128L << 30)))
            .toList();
    private static final ColocationStrategy STRATEGY = Strategies.of(
            "{\"enable\": true, \"cpuReclaimThresholdPercent\": 95, \"memoryReclaimThresholdPercent\": 95,"
                    + " \"midUnallocatedPercent\": 100}");
    private static final DampingStrategy STEADY =
            new DampingStrategy(Rules.NONE, Rules.NONE, 0, new SteadyPods(WINDOW, true));

    enum Kind {
        START_PROD,
        START_BATCH,
        END,
        LOSE_METRIC,
        SYSTEM,
        NOTHING
    }

    record Event(Kind kind, int amount, int permille, int lag) {}

    /** What nobody may see jump. */
    enum Watched {
        BATCH {
            @Override
            CpuMemory amount(DampedPass pass) {
                BatchAllotment batch = pass.batch().allotment();
                return CpuMemory.ofMilliAndBytes(batch.milliCpu(), batch.bytes());
            }

            @Override
            CpuMemory cause(SimulatedNode node) {
                return twice(node.movedUsage());
            }
        },
        /** What prod pods request counts at once: it is promised. */
        MID {
            @Override
            CpuMemory amount(DampedPass pass) {
                MidAllotment mid = pass.mid().allotment();
                return CpuMemory.ofMilliAndBytes(mid.milliCpu(), mid.bytes());
            }

            @Override
            CpuMemory cause(SimulatedNode node) {
                return twice(node.movedUsage().plus(node.movedByBatch()));
            }

            @Override
            CpuMemory promise(SimulatedNode node) {
                return node.promised();
            }
        },
        /** One zone may get what another one loses. */
        ZONE {
            @Override
            CpuMemory amount(DampedPass pass) {
                ZoneAllotment zone = pass.zones().get(0).allotment();
                return CpuMemory.ofMilliAndBytes(zone.milliCpu(), zone.wholeBytes());
            }

            @Override
            CpuMemory cause(SimulatedNode node) {
                return twice(twice(node.movedUsage()));
            }
        };

        abstract CpuMemory amount(DampedPass pass);

        /** All changes from the beginning on that it may follow; a late start and a late end may be noticed together. */
        abstract CpuMemory cause(SimulatedNode node);

        /** All requests from the beginning on that it may follow until the pod is in a report. */
        CpuMemory promise(SimulatedNode node) {
            return CpuMemory.ZERO;
        }

        private static CpuMemory twice(CpuMemory amount) {
            return amount.plus(amount);
        }
    }

    @Property(tries = 500)
    void nothingJumpsUnlessUsageDid(
            @ForAll("events") List<Event> events, @ForAll boolean agentTellsClass, @ForAll Watched watched) {
        assertThat(jumps(padded(events), agentTellsClass, STEADY, watched)).isEmpty();
    }

    @Property(tries = 200)
    void theZonesNeverOfferMoreThanTheNodeAndNothingIsEverBelowZero(
            @ForAll("events") List<Event> events, @ForAll boolean agentTellsClass) {
        run(padded(events), agentTellsClass, STEADY, (node, pass) -> {
            BatchAllotment whole = pass.batch().allotment();
            assertThat(pass.zones()).hasSize(ZONES.size()).allSatisfy(zone -> {
                assertThat(zone.allotment().milliCpu()).isNotNegative();
                assertThat(zone.allotment().wholeBytes()).isNotNegative();
            });
            assertThat(pass.zones().stream()
                            .mapToLong(zone -> zone.allotment().milliCpu())
                            .sum())
                    .isLessThanOrEqualTo(whole.milliCpu());
            assertThat(pass.zones().stream()
                            .mapToLong(zone -> zone.allotment().wholeBytes())
                            .sum())
                    .isLessThanOrEqualTo(whole.bytes());
            assertThat(pass.mid().allotment().milliCpu())
                    .isBetween(0L, node.seen().capacity().milliCpu());
            assertThat(pass.mid().allotment().bytes())
                    .isBetween(0L, node.seen().capacity().bytes());
        });
    }

    @ParameterizedTest
    @EnumSource(Watched.class)
    void thePlainRuleJumps(Watched watched) {
        long broken = events().sampleStream()
                .limit(1000)
                .filter(events -> !jumps(padded(events), true, DampingStrategy.OFF, watched)
                        .isEmpty())
                .count();

        assertThat(broken).isGreaterThan(10);
    }

    @Example
    void aProdPodThatStartsDoesNotTakeItsRequestsBeforeItIsMeasured() {
        List<Event> start = List.of(nothing(), nothing(), nothing(), new Event(Kind.START_PROD, 16, 10, 0));

        assertThat(jumps(padded(start), true, STEADY, Watched.BATCH)).isEmpty();
        assertThat(jumps(padded(start), true, DampingStrategy.OFF, Watched.BATCH))
                .isNotEmpty();
    }

    @Example
    void aBatchPodThatEndsIsNotCountedAsUsageOfTheSystem() {
        List<Event> events = new ArrayList<>(List.of(new Event(Kind.START_BATCH, 16, 1000, 0)));
        for (int i = 0; i < 13; i++) {
            events.add(nothing());
        }
        events.add(new Event(Kind.END, 0, 0, 2));

        assertThat(jumps(padded(events), true, STEADY, Watched.BATCH)).isEmpty();
        assertThat(jumps(padded(events), true, DampingStrategy.OFF, Watched.BATCH))
                .isNotEmpty();
    }

    @Example
    void aProdPodThatEndsIsNotOfferedTwiceAsMid() {
        List<Event> events = new ArrayList<>(List.of(new Event(Kind.START_PROD, 16, 10, 0)));
        for (int i = 0; i < HORIZON + 2; i++) {
            events.add(nothing());
        }
        events.add(new Event(Kind.END, 0, 0, 0));

        assertThat(jumps(padded(events), true, STEADY, Watched.MID)).isEmpty();
        assertThat(jumps(padded(events), true, DampingStrategy.OFF, Watched.MID))
                .isNotEmpty();
    }

    @Example
    void aProdPodThatOneReportLosesKeepsWhatItIsPredictedNotToNeed() {
        List<Event> events = new ArrayList<>(List.of(new Event(Kind.START_PROD, 16, 10, 0)));
        for (int i = 0; i < HORIZON + 1; i++) {
            events.add(nothing());
        }
        events.add(new Event(Kind.LOSE_METRIC, 0, 0, 0));

        assertThat(jumps(padded(events), true, STEADY, Watched.MID)).isEmpty();
        assertThat(jumps(padded(events), true, DampingStrategy.OFF, Watched.MID))
                .isNotEmpty();
    }

    @Example
    void podsThatComeIntoTheReportDoNotHideOneThatItLoses() {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            events.add(new Event(Kind.START_PROD, 1, 0, 0));
        }
        // In each of the next four reports one of two pods is missing.
        events.add(new Event(Kind.LOSE_METRIC, 1, 0, 0));
        events.addAll(List.of(new Event(Kind.LOSE_METRIC, 2, 0, 0), nothing(), nothing()));
        events.addAll(List.of(new Event(Kind.LOSE_METRIC, 1, 0, 0), nothing(), nothing()));
        events.add(new Event(Kind.LOSE_METRIC, 2, 0, 0));

        assertThat(jumps(padded(events), true, STEADY, Watched.MID)).isEmpty();
    }

    @Example
    void aJumpOfUsageIsFollowed() {
        List<Event> rise = padded(List.of(nothing(), nothing(), nothing(), new Event(Kind.SYSTEM, 30, 0, 0)));
        SimulatedNode node = new SimulatedNode(true);
        DampedPass.State state = DampedPass.State.NONE;
        long least = Long.MAX_VALUE;
        for (Event event : rise) {
            apply(event, node, 0);
            node.pass();
            DampedPass pass = calculate(node, STEADY, state);
            state = pass.after();
            least = Math.min(least, pass.batch().allotment().milliCpu());
        }

        assertThat(least).isEqualTo(64_000 * 95 / 100 - 30_000);
    }

    private static void run(
            List<Event> events,
            boolean agentTellsClass,
            DampingStrategy damping,
            BiConsumer<SimulatedNode, DampedPass> afterEach) {
        SimulatedNode node = new SimulatedNode(agentTellsClass);
        DampedPass.State state = DampedPass.State.NONE;
        for (int i = 0; i < events.size(); i++) {
            apply(events.get(i), node, i);
            node.pass();
            DampedPass pass = calculate(node, damping, state);
            state = pass.after();
            afterEach.accept(node, pass);
        }
    }

    private static List<String> jumps(
            List<Event> events, boolean agentTellsClass, DampingStrategy damping, Watched watched) {
        List<CpuMemory> moved = new ArrayList<>();
        List<CpuMemory> promised = new ArrayList<>();
        List<CpuMemory> unnamed = new ArrayList<>();
        List<CpuMemory> amounts = new ArrayList<>();
        List<String> jumps = new ArrayList<>();
        run(events, agentTellsClass, damping, (node, pass) -> {
            moved.add(watched.cause(node));
            promised.add(watched.promise(node));
            unnamed.add(node.unnamedUsage());
            amounts.add(watched.amount(pass));
            if (amounts.size() > 1) {
                CpuMemory last = amounts.get(amounts.size() - 2);
                CpuMemory now = amounts.get(amounts.size() - 1);
                String tick = " at tick " + amounts.size();
                long cpu = Math.abs(now.milliCpu() - last.milliCpu());
                check("cpu" + tick, cpu, allowed(moved, promised, unnamed, CpuMemory::milliCpu), jumps);
                long memory = Math.abs(now.bytes() - last.bytes());
                check("memory" + tick, memory, allowed(moved, promised, unnamed, CpuMemory::bytes), jumps);
            }
        });
        return jumps;
    }

    private static DampedPass calculate(SimulatedNode node, DampingStrategy damping, DampedPass.State state) {
        return DampedPass.run(node.seen(), new Setting(STRATEGY, damping, ZONES), state, node.now());
    }

    private static void check(String what, long change, long allowed, List<String> jumps) {
        if (change > allowed + ROUNDING) {
            jumps.add(what + " by " + change + ", allowed " + allowed);
        }
    }

    /** What moved in the horizon, what was promised to pods that start, and what no report named during a whole window. */
    private static long allowed(
            List<CpuMemory> moved,
            List<CpuMemory> promised,
            List<CpuMemory> unnamed,
            ToLongFunction<CpuMemory> amount) {
        int end = moved.size();
        int begin = Math.max(0, end - HORIZON);
        long usage = lately(moved, HORIZON, amount) + lately(promised, START_TICKS, amount);
        long throughout = IntStream.rangeClosed(Math.max(begin, WINDOW_TICKS), end)
                .mapToLong(to -> unnamed.subList(to - WINDOW_TICKS, to).stream()
                        .mapToLong(amount)
                        .min()
                        .orElse(0))
                .max()
                .orElse(0);
        return usage + throughout;
    }

    private static long lately(List<CpuMemory> sums, int ticks, ToLongFunction<CpuMemory> amount) {
        int end = sums.size();
        long before = end > ticks ? amount.applyAsLong(sums.get(end - ticks - 1)) : 0;
        return amount.applyAsLong(sums.get(end - 1)) - before;
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
