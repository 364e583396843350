package io.koordbridge.scheduler.quota.tree;

import static io.koordbridge.scheduler.quota.tree.Quotas.cpu;
import static io.koordbridge.scheduler.quota.tree.Quotas.quota;
import static io.koordbridge.scheduler.quota.tree.Quotas.top;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class QuotaSolverTest {

    private static final QuotaSolver.Settings SCALED = new QuotaSolver.Settings(true, false);

    /** One quota of a random tree: its parent is an earlier one, or the root. */
    record Seed(int parent, long min, long extra, boolean lent, long request) {}

    @Provide
    Arbitrary<List<Seed>> trees() {
        return Combinators.combine(
                        Arbitraries.integers().between(-1, 9),
                        Arbitraries.longs().between(0, 5_000),
                        Arbitraries.longs().between(0, 5_000),
                        Arbitraries.of(true, false),
                        Arbitraries.longs().between(0, 12_000))
                .as(Seed::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(10);
    }

    private static List<QuotaSpec> quotas(List<Seed> seeds) {
        List<QuotaSpec> quotas = new ArrayList<>();
        for (int i = 0; i < seeds.size(); i++) {
            Seed seed = seeds.get(i);
            String parent = seed.parent() < 0 || seed.parent() >= i ? WellKnown.ROOT_QUOTA : "q" + seed.parent();
            quotas.add(quota("q" + i, parent, seed.min(), seed.min() + seed.extra(), seed.lent()));
        }
        return quotas;
    }

    private static Map<String, QuotaDemand> demand(List<Seed> seeds) {
        Map<String, QuotaDemand> own = new HashMap<>();
        for (int i = 0; i < seeds.size(); i++) {
            own.put("q" + i, QuotaDemand.of(cpu(seeds.get(i).request()), false, false));
        }
        return own;
    }

    private static long cpuOf(QuotaState state) {
        return state.runtime().get(ResourceNames.CPU);
    }

    @Property(tries = 500)
    void noLevelGivesAwayMoreThanItHasBeyondItsPromises(
            @ForAll("trees") List<Seed> seeds, @ForAll @LongRange(max = 40_000) long total) {
        QuotaTree tree = QuotaTree.of(quotas(seeds));
        Map<String, QuotaState> states = QuotaSolver.solve(tree, demand(seeds), cpu(total), SCALED);

        states.forEach((parent, above) -> {
            long sum = 0;
            long promises = 0;
            for (QuotaSpec child : tree.children(parent)) {
                QuotaState state = states.get(child.name());
                long request = state.request().limitedBy(child.max()).get(ResourceNames.CPU);
                long promise = state.scaledMin().get(ResourceNames.CPU);
                sum += cpuOf(state);
                promises += child.lent() ? Math.min(request, promise) : promise;
                assertThat(cpuOf(state)).isLessThanOrEqualTo(child.max().get(ResourceNames.CPU));
                assertThat(cpuOf(state)).isGreaterThanOrEqualTo(Math.min(request, promise));
            }
            assertThat(sum).isLessThanOrEqualTo(Math.max(cpuOf(above), promises));
        });
    }

    @Property(tries = 300)
    void theOrderOfTheQuotasDoesNotMatter(@ForAll("trees") List<Seed> seeds, @ForAll Random random) {
        List<QuotaSpec> shuffled = new ArrayList<>(quotas(seeds));
        Collections.shuffle(shuffled, random);

        assertThat(QuotaSolver.solve(QuotaTree.of(shuffled), demand(seeds), cpu(9_000), SCALED))
                .isEqualTo(QuotaSolver.solve(QuotaTree.of(quotas(seeds)), demand(seeds), cpu(9_000), SCALED));
    }

    /** Pods of a quota: what they request, whether they are bound, and whether the total changes with them. */
    record Change(int quota, long request, boolean assigned, boolean ofTotal) {}

    @Provide
    Arbitrary<List<Change>> changes() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 10),
                        Arbitraries.longs().between(0, 12_000),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false, false, false))
                .as(Change::new)
                .list()
                .ofMaxSize(12);
    }

    @Property(tries = 1000)
    void aChangeOfDemandGivesWhatACalculationOfAllGives(
            @ForAll("trees") List<Seed> seeds,
            @ForAll("changes") List<Change> changes,
            @ForAll @LongRange(max = 40_000) long total) {
        List<QuotaSpec> quotas = quotas(seeds);
        quotas.addAll(QuotaSpec.builtIns());
        QuotaTree tree = QuotaTree.of(quotas);
        Map<String, QuotaDemand> own = demand(seeds);
        QuotaSolver solver = QuotaSolver.begun(tree, own, cpu(total), SCALED);
        long now = total;
        for (Change change : changes) {
            String name = change.quota() < seeds.size() ? "q" + change.quota() : WellKnown.DEFAULT_QUOTA;
            own.put(name, QuotaDemand.of(cpu(change.request()), change.assigned(), change.assigned()));
            solver.demandOf(name, cpu(now));
            if (change.ofTotal()) {
                now = total + change.request();
                solver.totalIs(cpu(now));
            }

            Map<String, QuotaState> anew = QuotaSolver.solve(tree, own, cpu(now), SCALED);
            assertThat(solver.states().keySet()).isEqualTo(anew.keySet());
            anew.forEach((quota, state) ->
                    assertThat(numbers(solver.states().get(quota))).as(quota).isEqualTo(numbers(state)));
        }
    }

    private static List<Long> numbers(QuotaState state) {
        return Stream.of(
                        state.runtime(),
                        state.scaledMin(),
                        state.request(),
                        state.childRequest(),
                        state.used(),
                        state.below().nonPreemptibleRequest(),
                        state.below().nonPreemptibleUsed())
                .map(amounts -> amounts.get(ResourceNames.CPU))
                .toList();
    }

    @Test
    void whatOneDoesNotUseIsLentByWeight() {
        List<QuotaSpec> quotas =
                List.of(top("idle", 6_000, 9_000), top("busy", 1_000, 6_000), top("calm", 1_000, 3_000));
        Map<String, QuotaDemand> own = Map.of(
                "busy", QuotaDemand.of(cpu(20_000), false, false),
                "calm", QuotaDemand.of(cpu(20_000), false, false));

        Map<String, QuotaState> states = QuotaSolver.solve(QuotaTree.of(quotas), own, cpu(8_000), SCALED);

        assertThat(states.get("idle").runtime()).isEqualTo(cpu(0));
        assertThat(states.get("busy").runtime()).isEqualTo(cpu(5_000));
        assertThat(states.get("calm").runtime()).isEqualTo(cpu(3_000));
    }

    @Test
    void weightsAndTotalsBeyond63BitsAreExact() {
        long huge = Long.MAX_VALUE / 5;
        List<QuotaSpec> quotas = List.of(top("a", 0, huge), top("b", 0, huge));
        Map<String, QuotaDemand> own =
                Map.of("a", QuotaDemand.of(cpu(huge), false, false), "b", QuotaDemand.of(cpu(huge), false, false));

        Map<String, QuotaState> states = QuotaSolver.solve(QuotaTree.of(quotas), own, cpu(huge), SCALED);

        assertThat(cpuOf(states.get("a")) + cpuOf(states.get("b"))).isEqualTo(huge);
    }
}
