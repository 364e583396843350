package io.koordbridge.capacity.damping;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.capacity.damping.Damper.Part;
import io.koordbridge.capacity.damping.Published.Shown;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** The parts of a node that share one resource; zones in the order of their names. */
class ZoneDamperProperties {

    private static final String CPU = "cpu";

    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final long ZONE = 32_000;
    private static final Rules STEPS = new Rules(new Growth(10, Duration.ofSeconds(60)), 0, null, null);

    /** What the formula gives for each of two zones, and what the node publishes. */
    record Moment(long afterSeconds, long first, long second, long ofNode) {}

    @Property
    void noZoneMovesFurtherThanItsOwnFormulaOrTheNodeMakesIt(
            @ForAll("moments") List<Moment> moments,
            @ForAll @IntRange(min = 1, max = 100) int stepPercent,
            @ForAll @IntRange(min = 1, max = 600) int intervalSeconds,
            @ForAll @IntRange(max = 50) int hold) {
        Rules rules = new Rules(new Growth(stepPercent, Duration.ofSeconds(intervalSeconds)), hold, null, null);
        Map<String, AmountState> states = new HashMap<>();
        long nodeBefore = 0;
        Instant now = START;
        for (Moment moment : moments) {
            now = now.plusSeconds(moment.afterSeconds());
            List<DampedZone> damped = damp(moment, rules, states, now);

            long together =
                    damped.stream().mapToLong(zone -> zone.cpu().published()).sum();
            assertThat(together).isLessThanOrEqualTo(moment.ofNode());
            for (DampedZone zone : damped) {
                DampedAmount cpu = zone.cpu();
                long before = published(states, zone);
                assertThat(cpu.published()).isBetween(0L, ZONE);
                assertThat(cpu.published() - before).isLessThanOrEqualTo(Math.max(1, ZONE * stepPercent / 100));
                if (moment.ofNode() >= nodeBefore) {
                    assertThat(cpu.published()).isGreaterThanOrEqualTo(Math.min(before, cpu.computed()));
                }
                long excess = cpu.published() - cpu.computed();
                assertThat(excess * 100).isLessThanOrEqualTo(Math.max(0, cpu.published() * hold));
            }
            damped.forEach(zone -> states.put(zone.name(), zone.cpu().after()));
            nodeBefore = moment.ofNode();
        }
    }

    @Property
    void withoutChangeOfInputTheZonesSettleAndStay(
            @ForAll("moments") List<Moment> moments, @ForAll @IntRange(max = 20) int hold) {
        Rules rules = new Rules(STEPS.growth(), hold, null, null);
        Map<String, AmountState> states = new HashMap<>();
        Moment last = moments.get(moments.size() - 1);
        Instant now = START;
        for (Moment moment : moments) {
            now = now.plusSeconds(moment.afterSeconds());
            damp(moment, rules, states, now)
                    .forEach(zone -> states.put(zone.name(), zone.cpu().after()));
        }
        for (int i = 0; i < 60; i++) {
            now = now.plusSeconds(60);
            damp(last, rules, states, now)
                    .forEach(zone -> states.put(zone.name(), zone.cpu().after()));
        }

        assertThat(damp(last, rules, states, now.plusSeconds(3600))).allSatisfy(zone -> {
            assertThat(zone.cpu().changes()).isFalse();
            assertThat(zone.cpu().dueAt()).isEmpty();
        });
    }

    /** What a zone shows and what its formula gives from now on. */
    record Move(long shown, long formula) {}

    @Property
    void writesZonesNoMoreOftenThanTheLongestWayHasSteps(
            @ForAll("moves") List<Move> moves,
            @ForAll @IntRange(max = 100) int ofTheirSum,
            @ForAll @IntRange(min = 5, max = 100) int stepPercent,
            @ForAll @IntRange(max = 50) int hold) {
        Rules rules = new Rules(new Growth(stepPercent, Duration.ofSeconds(60)), hold, null, null);
        long step = ZONE * stepPercent / 100;
        long ofNode = moves.stream()
                        .mapToLong(move -> Math.max(move.shown(), move.formula()))
                        .sum()
                * ofTheirSum
                / 100;
        Map<String, AmountState> states = new HashMap<>();
        for (int i = 0; i < moves.size(); i++) {
            states.put("node-" + i, state(moves.get(i).shown()));
        }
        Instant now = START;
        int writes = 0;
        for (int i = 0; i < 30; i++) {
            List<DampedZone> damped = damp(formulas(moves), ofNode, rules, states, now);
            writes += damped.stream().anyMatch(zone -> zone.cpu().changes()) ? 1 : 0;
            damped.forEach(zone -> states.put(zone.name(), zone.cpu().after()));
            now = now.plusSeconds(60);
        }

        long longest = 0;
        for (int i = 0; i < moves.size(); i++) {
            long way = states.get("node-" + i).published() - moves.get(i).shown();
            longest = Math.max(longest, way > 0 ? (way + step - 1) / step : way < 0 ? 1 : 0);
        }
        assertThat(writes).isLessThanOrEqualTo((int) longest);
    }

    @Example
    void aZoneThatIsHeldLeavesNothingToTheOthersBitByBit() {
        Rules rules = new Rules(STEPS.growth(), 20, null, null);
        Map<String, AmountState> states = new HashMap<>(Map.of("node-0", state(10_000), "node-1", state(500)));
        List<List<Long>> shown = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<DampedZone> damped = damp(List.of(15_000L, 900L), 11_500, rules, states, START.plusSeconds(60L * i));
            damped.forEach(zone -> states.put(zone.name(), zone.cpu().after()));
            shown.add(damped.stream().map(zone -> zone.cpu().published()).toList());
        }

        assertThat(shown).containsOnly(List.of(10_000L, 651L));
    }

    @Example
    void whileTheNodeIsHeldBackAZoneGrowsOnlyByWhatAnotherOneLost() {
        Map<String, AmountState> states = new HashMap<>();
        states.put("node-0", state(4_000));
        states.put("node-1", state(4_000));

        List<DampedZone> grown = damp(new Moment(0, 9_000, 5_000, 8_000), STEPS, states, START);
        List<DampedZone> moved = damp(new Moment(0, 9_000, 3_500, 8_000), STEPS, states, START);

        assertThat(grown).extracting(zone -> zone.cpu().published()).containsExactly(4_000L, 4_000L);
        assertThat(grown).extracting(zone -> zone.cpu().effect()).containsOnly(Effect.UNCHANGED);
        assertThat(grown.get(0).cpu().computed()).isEqualTo(9_000);
        assertThat(moved).extracting(zone -> zone.cpu().published()).containsExactly(4_500L, 3_500L);
    }

    @Example
    void theZonesComeToTheSameShareOfTheirFormulasUnlessTheyKeepMore() {
        Map<String, AmountState> states = Map.of("node-0", state(4_000), "node-1", state(4_000));

        List<DampedZone> zones = damp(new Moment(0, 7_000, 5_000, 9_000), STEPS, states, START);

        assertThat(zones).extracting(zone -> zone.cpu().published()).containsExactly(5_000L, 4_000L);
    }

    @Example
    void allZonesShrinkInProportionWhereTheNodeOffersLessThanTheyKeep() {
        Map<String, AmountState> states = Map.of("node-0", state(6_000), "node-1", state(3_000));
        Rules holding = new Rules(STEPS.growth(), 50, null, null);

        List<DampedZone> zones = damp(new Moment(0, 6_000, 3_000, 8_000), holding, states, START);

        assertThat(zones).extracting(zone -> zone.cpu().published()).containsExactly(5_333L, 2_667L);
        assertThat(zones).extracting(zone -> zone.cpu().effect()).containsOnly(Effect.SHRUNK);
    }

    @Example
    void aRestartGoesOnFromWhatTheZonesShow() {
        Published shown = new Published(Map.of(), Map.of(CPU, new Shown(4_000, 0)));

        List<DampedZone> zones =
                damp(List.of(part(9_000, shown), part(9_000, Published.NOTHING)), 18_000, STEPS, START);

        assertThat(zones).extracting(zone -> zone.cpu().published()).containsExactly(4_000L, 3_200L);
        assertThat(zones).extracting(zone -> zone.cpu().effect()).containsExactly(Effect.WAITING, Effect.STEPPED);
        assertThat(zones.get(0).cpu().dueAt()).contains(START.plusSeconds(60));
    }

    private record DampedZone(String name, DampedAmount cpu) {}

    private static long published(Map<String, AmountState> states, DampedZone zone) {
        AmountState state = states.get(zone.name());
        return state == null ? 0 : state.published();
    }

    private static AmountState state(long milliCpu) {
        return new AmountState(milliCpu, Instant.EPOCH);
    }

    private static List<DampedZone> damp(Moment moment, Rules rules, Map<String, AmountState> states, Instant now) {
        return damp(List.of(moment.first(), moment.second()), moment.ofNode(), rules, states, now);
    }

    private static List<DampedZone> damp(
            List<Long> formulas, long ofNode, Rules rules, Map<String, AmountState> states, Instant now) {
        List<Part> parts = IntStream.range(0, formulas.size())
                .mapToObj(i -> part(formulas.get(i), published(states.get("node-" + i))))
                .toList();
        return damp(parts, ofNode, rules, now);
    }

    private static List<DampedZone> damp(List<Part> parts, long ofNode, Rules rules, Instant now) {
        List<Map<String, DampedAmount>> shares = new Damper(rules, now).share(parts, whole(ofNode));
        return IntStream.range(0, shares.size())
                .mapToObj(i -> new DampedZone("node-" + i, shares.get(i).get(CPU)))
                .toList();
    }

    private static Part part(long formula, Published published) {
        return new Part(Map.of(CPU, Offer.of(formula, ZONE)), published);
    }

    private static Published published(@Nullable AmountState state) {
        return state == null ? Published.NOTHING : new Published(Map.of(CPU, state), Map.of());
    }

    private static List<Long> formulas(List<Move> moves) {
        return moves.stream().map(Move::formula).toList();
    }

    private static Map<String, DampedAmount> whole(long milliCpu) {
        return new Damper(Rules.NONE, START).damp(Map.of(CPU, Offer.of(milliCpu, 2 * ZONE)), Published.NOTHING);
    }

    @Provide
    Arbitrary<List<Move>> moves() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, ZONE),
                        Arbitraries.longs().between(0, ZONE))
                .as(Move::new)
                .list()
                .ofMinSize(2)
                .ofMaxSize(6);
    }

    @Provide
    Arbitrary<List<Moment>> moments() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 300),
                        Arbitraries.longs().between(0, ZONE),
                        Arbitraries.longs().between(0, ZONE),
                        Arbitraries.longs().between(0, 2 * ZONE))
                .as(Moment::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(25)
                .map(ArrayList::new);
    }
}
