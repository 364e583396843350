package io.koordbridge.capacity.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.protocol.Annotations;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** While a node is unprotected or stale it never shows more than before, for any order of changes. */
class UnprotectedCapacityProperties {

    private static final String MIB_300 = "314572800";

    /** What happens before a pass, by a number that says how much. */
    private enum Change {
        SYSTEM,
        POD,
        NO_PODS,
        AGENT,
        SUPPRESSION,
        SILENCE,
        THIRD_PARTY,
        STRATEGY,
        NORMALIZATION,
        ZONES,
        LEADER
    }

    /** One pass, and what happened before it. */
    record Turn(Change change, int amount, int secondsLater) {}

    @Property(tries = 500)
    void anUnprotectedOrStaleNodeNeverShowsMoreThanBefore(@ForAll("turns") List<Turn> turns) {
        SimulatedPasses passes = new SimulatedPasses().judged();
        passes.configure(strategy(0));
        for (Turn turn : turns) {
            happen(passes, turn);
            PublishedNode before = passes.published();
            List<Zone> zones = passes.zones();

            NodePlan plan = passes.pass(turn.secondsLater());

            if (plan.terms().protection().growsNot()) {
                PublishedNode after = passes.published();
                noMore(before.allocatable(), after.allocatable());
                noMore(before.capacity(), after.capacity());
                noMore(before.origin(), after.origin());
                noMore(zones, passes.zones());
            }
            if (plan.terms().protection().offersNothing()) {
                assertThat(passes.published().allocatable()).isEmpty();
            }
        }
    }

    private static void noMore(Map<String, Quantity> before, Map<String, Quantity> after) {
        after.forEach((name, amount) ->
                assertThat(Quantities.milli(amount)).as(name).isLessThanOrEqualTo(Quantities.milli(before, name)));
    }

    private static void noMore(List<Zone> before, List<Zone> after) {
        for (int zone = 0; zone < after.size(); zone++) {
            for (String name : BatchCapacity.RESOURCES) {
                assertThat(ShownZones.amount(after.get(zone), name))
                        .as(name)
                        .isLessThanOrEqualTo(ShownZones.amount(before.get(zone), name));
            }
        }
    }

    private static void happen(SimulatedPasses passes, Turn turn) {
        int amount = turn.amount();
        switch (turn.change()) {
            case SYSTEM -> passes.system(amount * 1_000L);
            case POD -> passes.pods.add(SimulatedPasses.prodPod(passes.pods.size()));
            case NO_PODS -> passes.pods.clear();
            case AGENT -> passes.agent(amount % 2 == 0 ? null : "observeOnly is set");
            case SUPPRESSION -> passes.suppression(amount % 3 != 0);
            case SILENCE -> passes.talks(amount % 2 == 0);
            case THIRD_PARTY ->
                passes.annotations.put(
                        Annotations.NODE_THIRD_PARTY_ALLOCATIONS,
                        "{\"allocations\":[{\"name\":\"hadoop-yarn\",\"priority\":\"koord-batch\",\"resources\":{"
                                + "\"kubernetes.io/batch-cpu\":\"" + amount * 700
                                + "\",\"kubernetes.io/batch-memory\":\""
                                + MIB_300 + "\"}}]}");
            case STRATEGY -> passes.configure(strategy(amount));
            case NORMALIZATION ->
                passes.configure(Map.of(
                        "colocation-config",
                        "{\"enable\": true, \"midUnallocatedPercent\": 50}",
                        "cpu-normalization-config",
                        "{\"enable\": true, \"defaultRatio\": 1." + amount + "}"));
            case ZONES -> passes.topology(amount % 3, "{}");
            case LEADER -> passes.anotherLeads();
        }
    }

    private static Map<String, String> strategy(int amount) {
        String damping = amount % 2 == 0
                ? ""
                : ", \"extensions\": {\"damping\": {\"growStepPercent\": 10, \"growIntervalSeconds\": 60,"
                        + " \"holdRangePercent\": 5, \"mid\": {\"growStepPercent\": 10}}}";
        return Map.of(
                "colocation-config",
                "{\"enable\": true, \"midUnallocatedPercent\": 50, \"cpuReclaimThresholdPercent\": " + (50 + amount * 3)
                        + damping + "}");
    }

    @Provide
    Arbitrary<List<Turn>> turns() {
        return Combinators.combine(
                        Arbitraries.of(Change.class),
                        Arbitraries.integers().between(0, 9),
                        Arbitraries.of(1, 10, 60, 100, 180, 310, 1_000))
                .as(Turn::new)
                .list()
                .ofMinSize(3)
                .ofMaxSize(25);
    }
}
