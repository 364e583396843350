package io.koordbridge.scheduler.place.numa;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.facts.numa.NumaUsage;
import io.koordbridge.scheduler.place.numa.ManyNumaNodes.Cards;
import io.koordbridge.scheduler.place.numa.ManyNumaNodes.Zone;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The search for many NUMA nodes finds what the search through all sets finds, as far as that is a preferred set. */
class NumaSearchProperties {

    @Provide
    Arbitrary<List<Zone>> zones() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 6),
                        Arbitraries.integers().between(0, 6),
                        Arbitraries.integers().between(0, 8))
                .as((cpus, taken, gib) -> new Zone(cpus, Math.min(cpus, taken), gib))
                .list()
                .ofMinSize(1)
                .ofMaxSize(7);
    }

    @Provide
    Arbitrary<NumaDemand> demands() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 14),
                        Arbitraries.integers().between(0, 16),
                        Arbitraries.of("", "FullPCPUs", "FullPCPUs!", "SpreadByPCPUs", "SpreadByPCPUs!"),
                        Arbitraries.of("", "Required"))
                .as(ManyNumaNodes::demand);
    }

    @Provide
    Arbitrary<Cards> cards() {
        return Combinators.combine(
                        Arbitraries.integers().between(-1, 6).list().ofMaxSize(5),
                        Arbitraries.integers().between(0, 3))
                .as(Cards::new);
    }

    @Property(tries = 500)
    void findsThePreferredSetOfAllSets(
            @ForAll("zones") List<Zone> zones,
            @ForAll("demands") NumaDemand demand,
            @ForAll("cards") Cards cards,
            @ForAll @IntRange(max = 2) int policyNumber) {
        NumaPolicy policy = List.of(NumaPolicy.RESTRICTED, NumaPolicy.SINGLE_NUMA_NODE, NumaPolicy.BEST_EFFORT)
                .get(policyNumber);
        NumaNode node = ManyNumaNodes.node(zones);
        NumaSet all = node.topology().zones().nodes();

        NumaHint exhaustive = merged(demand, node, cards, policy, NumaSearch.of(all, policy, 64, 0));
        NumaHint bounded = merged(demand, node, cards, policy, NumaSearch.of(all, policy, 0, Long.MAX_VALUE));

        if (exhaustive.preferred()) {
            assertThat(bounded).isEqualTo(exhaustive);
        } else if (policy.refuses()) {
            assertThat(bounded.preferred()).isFalse();
        }
    }

    @Property(tries = 500)
    void countingCpusSaysWhatChoosingThemSays(
            @ForAll("zones") List<Zone> zones,
            @ForAll("demands") NumaDemand demand,
            @ForAll @IntRange(min = 1, max = 127) int mask) {
        NumaNode node = ManyNumaNodes.node(zones);
        NumaAllocator allocator = allocator(demand, node);
        NumaSet nodes = node.topology().zones().nodes().and(new NumaSet(mask));

        assertThat(allocator.fits(nodes, NumaSearch.of(nodes, NumaPolicy.RESTRICTED)))
                .isEqualTo(allocator.allocate(nodes).verdict().fits());
    }

    private static NumaAllocator allocator(NumaDemand demand, NumaNode node) {
        CpuBinding binding = CpuBinding.of(demand, node.facts(), node.topology());
        return new NumaAllocator(demand, binding, node, NumaArgs.DEFAULT);
    }

    private static NumaHint merged(
            NumaDemand demand, NumaNode node, Cards cards, NumaPolicy policy, NumaSearch search) {
        NumaAllocator allocator = allocator(demand, node);
        Map<Integer, NumaUsage.Status> status = new HashMap<>();
        search.all().ids().forEach(id -> status.put(id, node.usage().status(id)));
        List<ResourceHints> further = cards.alongside().of(search);
        List<ResourceHints> hints =
                new ArrayList<>(NumaHints.of(allocator, node, policy, NumaArgs.DEFAULT, search, further));
        hints.addAll(further);
        return HintMerge.merge(policy, search, status, demand.isExclusive(), hints)
                .best();
    }
}
