package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.gang.plan.GangModel.Kind;
import io.koordbridge.scheduler.gang.plan.GangModel.Step;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Gangs under any order of events: room is never given twice, binds begin for a whole minimum or not at all, no hold outlives its deadline,
 * and when nothing disturbs any more and there is room, all pods are placed.
 */
class GangModelProperties {

    @Provide
    Arbitrary<List<Step>> histories() {
        return Combinators.combine(kinds(), Arbitraries.integers().between(0, 7))
                .as(Step::new)
                .list()
                .ofMaxSize(80);
    }

    /** What makes progress more often than what disturbs it, or hardly a pod is ever bound. */
    private static Arbitrary<Kind> kinds() {
        return Arbitraries.frequencyOf(
                Tuple.of(1, Arbitraries.of(Kind.class)),
                Tuple.of(
                        2,
                        Arbitraries.of(
                                Kind.CREATE,
                                Kind.CREATE_ALL,
                                Kind.FILTER,
                                Kind.CYCLE,
                                Kind.CYCLE,
                                Kind.ROUND,
                                Kind.ROUND)));
    }

    @Provide
    Arbitrary<MatchPolicy> policies() {
        return Arbitraries.of(MatchPolicy.ONCE_SATISFIED, MatchPolicy.WAITING_AND_RUNNING);
    }

    @Provide
    Arbitrary<GangModel.Room> rooms() {
        return Arbitraries.of(GangModel.ENOUGH);
    }

    private static GangModel run(List<Step> history, GangModel model) {
        int number = 0;
        for (Step step : history) {
            model.apply(step, number++);
            model.checkRoom();
            if (step.kind() == Kind.ROUND || step.kind() == Kind.TIME_OUT) {
                model.checkHolds();
            }
        }
        return model;
    }

    @Property(tries = 5_000)
    void roomIsGivenOnceAndToWholeGangs(
            @ForAll("histories") List<Step> history, @ForAll("policies") MatchPolicy policy) {
        run(history, new GangModel(policy, GangModel.SCARCE, true)).checkNoHoldStays();
    }

    /** Ten times what the ways to hang that were found by review need, when they are put back. */
    @Property(tries = 3_000)
    void whenNothingDisturbsAnyMoreAllArePlaced(
            @ForAll("histories") List<Step> history,
            @ForAll("policies") MatchPolicy policy,
            @ForAll("rooms") GangModel.Room room) {
        run(history, new GangModel(policy, room, true)).checkAllArePlacedInTheEnd();
    }

    /** A timer is the second line: each wait ends by an event without it. */
    @Property(tries = 3_000)
    void allArePlacedWithoutWhatOnlyTimersEnd(
            @ForAll("histories") List<Step> history,
            @ForAll("policies") MatchPolicy policy,
            @ForAll("rooms") GangModel.Room room) {
        run(history, new GangModel(policy, room, false)).checkAllArePlacedInTheEnd();
    }
}
