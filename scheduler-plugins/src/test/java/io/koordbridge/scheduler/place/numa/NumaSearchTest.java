package io.koordbridge.scheduler.place.numa;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.place.numa.ManyNumaNodes.Cards;
import io.koordbridge.scheduler.place.numa.ManyNumaNodes.Zone;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumaSearchTest {

    private static final Zone FREE = new Zone(8, 0, 16);
    private static final Zone FULL = new Zone(8, 8, 16);
    private static final Zone MEMORY_ONLY = new Zone(0, 0, 64);
    private static final Cards NO_CARDS = new Cards(List.of(), 0);

    private final List<Zone> zones = new ArrayList<>();
    private long steps;

    private NumaPlacement place(NumaPolicy policy, NumaDemand demand, Cards cards) {
        NumaNode node = ManyNumaNodes.node(zones);
        NumaSearch search = NumaSearch.of(node.topology().zones().nodes(), policy);
        long before = search.left();
        NumaPlacement placement = NumaPlanner.aligned(demand, node, cards.alongside(), policy, search);
        steps = before - search.left();
        return placement;
    }

    private static NumaDemand cpus(int cpus) {
        return ManyNumaNodes.demand(cpus, 1, "", "");
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 16, 20, 31, 32, 34, 63, 64})
    void aPodGetsTheOnlyNumaNodeWithRoomHoweverManyThereAre(int count) {
        for (NumaPolicy policy : List.of(NumaPolicy.RESTRICTED, NumaPolicy.SINGLE_NUMA_NODE, NumaPolicy.BEST_EFFORT)) {
            zones.clear();
            zones.addAll(Collections.nCopies(count - 1, FULL));
            zones.add(FREE);

            NumaPlacement placement = place(policy, cpus(2), NO_CARDS);

            assertThat(placement.verdict().reasons()).isEmpty();
            assertThat(placement.affinity().ids()).containsExactly(count - 1);
            assertThat(steps).isLessThanOrEqualTo(2);
        }
    }

    /** kubernetes/kubernetes#135541: two NUMA nodes with CPUs, 32 of memory. */
    @Test
    void numaNodesWithoutCpusAreNotTried() {
        zones.addAll(List.of(FREE, FREE));
        zones.addAll(Collections.nCopies(32, MEMORY_ONLY));

        assertThat(place(NumaPolicy.RESTRICTED, cpus(12), NO_CARDS).affinity().ids())
                .containsExactly(0, 1);
        assertThat(steps).isLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "16, 2, FullPCPUs",
        "32, 2, FullPCPUs!",
        "64, 2, FullPCPUs",
        "64, 2, FullPCPUs!",
        "64, 1, SpreadByPCPUs",
        "16, 3, FullPCPUs!"
    })
    void severalNumaNodesAreFoundWithinTheSteps(int count, int size, String bind) {
        zones.addAll(Collections.nCopies(count, FREE));

        NumaPlacement placement = place(NumaPolicy.RESTRICTED, ManyNumaNodes.demand(8 * size, 1, bind, ""), NO_CARDS);

        assertThat(placement.verdict().reasons()).isEmpty();
        assertThat(placement.affinity().size()).isEqualTo(size);
        assertThat(placement.holding().cpus().size()).isEqualTo(8 * size);
    }

    /** Pairs grow fourfold with twice the NUMA nodes; nothing grows faster. */
    @Test
    void twiceTheNumaNodesCostFourTimesTheStepsAtMost() {
        long before = 1_000;
        for (int count : List.of(16, 32, 64)) {
            zones.clear();
            zones.addAll(Collections.nCopies(count, FREE));
            place(NumaPolicy.RESTRICTED, cpus(12), NO_CARDS);

            assertThat(steps).isLessThanOrEqualTo(before * 9 / 2);
            before = steps;
        }
    }

    @Test
    void moreSetsThanStepsAreAReasonAndNoEndlessCalculation() {
        zones.addAll(Collections.nCopies(64, FREE));

        NumaPlacement placement = place(NumaPolicy.RESTRICTED, cpus(8 * 20), NO_CARDS);

        assertThat(placement.verdict().reasons()).containsExactly("node(s) too many NUMA nodes");
        assertThat(NumaPlanner.hints(cpus(8 * 20), ManyNumaNodes.node(zones), NumaArgs.DEFAULT))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RESTRICTED", "SINGLE_NUMA_NODE"})
    void whatTheNodeDoesNotHaveIsRefusedWithoutASearch(NumaPolicy policy) {
        zones.addAll(Collections.nCopies(64, FREE));

        NumaPlacement placement = place(policy, cpus(8 * 65), NO_CARDS);

        assertThat(placement.verdict().reasons()).containsExactly("Unsatisfied NUMA cpu", "Unsatisfied NUMA memory");
        assertThat(steps).isZero();
    }

    @Test
    void oneNumaNodeIsNeverSearchedInPairs() {
        zones.addAll(Collections.nCopies(64, FREE));

        assertThat(place(NumaPolicy.SINGLE_NUMA_NODE, cpus(12), NO_CARDS)
                        .verdict()
                        .fits())
                .isFalse();
        assertThat(steps).isLessThanOrEqualTo(64);
    }

    /** Cards on two NUMA nodes, CPUs that would fit on one: Restricted aligns them with the cards. */
    @Test
    void cpusFollowTheCardsToMoreNumaNodesThanTheyNeed() {
        zones.addAll(Collections.nCopies(64, FREE));

        NumaPlacement placement = place(NumaPolicy.RESTRICTED, cpus(4), new Cards(List.of(40, 63), 2));

        assertThat(placement.affinity().ids()).containsExactly(40, 63);
    }

    @Test
    void withoutACommonSetBestEffortTakesAllNumaNodes() {
        zones.addAll(Collections.nCopies(15, FREE));
        zones.add(FULL);

        NumaPlacement placement = place(NumaPolicy.BEST_EFFORT, cpus(4), new Cards(List.of(15), 1));

        assertThat(placement.verdict().fits()).isTrue();
        assertThat(placement.affinity().size()).isEqualTo(16);
        assertThat(place(NumaPolicy.RESTRICTED, cpus(4), new Cards(List.of(15), 1))
                        .verdict()
                        .fits())
                .isFalse();
    }

    @Test
    void reasonsStayReadableWithManyNumaNodes() {
        zones.addAll(Collections.nCopies(64, FREE));

        String reason = place(NumaPolicy.RESTRICTED, cpus(12), new Cards(List.of(3), 1))
                .verdict()
                .message();

        assertThat(reason).startsWith("Unaligned NUMA Hint cause");
        assertThat(reason.length()).isLessThan(70_000);
    }

    @Test
    void upTo8NumaNodesEverySetIsTaken() {
        NumaSet eight = NumaSet.of(List.of(0, 1, 2, 3, 4, 5, 6, 7));
        NumaSearch search = NumaSearch.of(eight, NumaPolicy.RESTRICTED);

        assertThat(search.isExhaustive()).isTrue();
        assertThat(search.feasible(eight, size -> false, nodes -> true)).hasSize(255);
        assertThat(NumaSearch.of(NumaSet.of(List.of(0, 1, 2, 3, 4, 5, 6, 7, 63)), NumaPolicy.RESTRICTED)
                        .isExhaustive())
                .isFalse();
    }
}
