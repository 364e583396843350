package io.koordbridge.scheduler.facts.numa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumaSetTest {

    @Test
    void holdsIdsUpToTheHighest() {
        NumaSet set = NumaSet.of(List.of(0, NumaSet.HIGHEST));

        assertThat(set.ids()).containsExactly(0, 63);
        assertThat(set.size()).isEqualTo(2);
        assertThat(set.contains(63)).isTrue();
        assertThat(set.contains(1)).isFalse();
        assertThat(NumaSet.of(List.of()).isEmpty()).isTrue();
    }

    @Test
    void intersects() {
        NumaSet left = NumaSet.of(List.of(0, 1));
        NumaSet right = NumaSet.of(List.of(1, 2));

        assertThat(left.and(right)).isEqualTo(NumaSet.of(List.of(1)));
        assertThat(left.intersects(right)).isTrue();
        assertThat(left.intersects(NumaSet.of(List.of(2)))).isFalse();
    }

    @Test
    void listsSubsetsOfASizeInTheOrderOfTheirIds() {
        NumaSet three = NumaSet.of(List.of(0, 2, 3));

        assertThat(three.subsets(1)).extracting(NumaSet::ids).containsExactly(List.of(0), List.of(2), List.of(3));
        assertThat(three.subsets(2))
                .extracting(NumaSet::ids)
                .containsExactly(List.of(0, 2), List.of(0, 3), List.of(2, 3));
        assertThat(three.subsets(3)).extracting(NumaSet::ids).containsExactly(List.of(0, 2, 3));
        assertThat(three.subsets(0)).isEmpty();
        assertThat(three.subsets(4)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"31, 465", "32, 496", "33, 528", "64, 2016"})
    void listsAllPairsOfManyNumaNodes(int nodes, int pairs) {
        NumaSet many = NumaSet.of(IntStream.range(0, nodes).boxed().toList());

        assertThat(many.subsets(2)).hasSize(pairs).doesNotHaveDuplicates().allMatch(pair -> pair.size() == 2);
    }

    @Test
    void makesSubsetsOneByOne() {
        NumaSet many =
                NumaSet.of(IntStream.rangeClosed(0, NumaSet.HIGHEST).boxed().toList());

        assertThat(many.subsets(32).iterator().next().ids())
                .containsExactlyElementsOf(IntStream.range(0, 32).boxed().toList());
    }

    @Test
    void takesSetsApart() {
        NumaSet left = NumaSet.of(List.of(0, 1, 63));

        assertThat(left.minus(NumaSet.of(List.of(1, 2)))).isEqualTo(NumaSet.of(List.of(0, 63)));
        assertThat(left.containsAll(NumaSet.of(List.of(63)))).isTrue();
        assertThat(left.containsAll(NumaSet.of(List.of(0, 2)))).isFalse();
    }

    @Test
    void ordersNarrowerSetsFirst() {
        NumaSet highest = NumaSet.of(List.of(63));
        NumaSet two = NumaSet.of(List.of(0, 1));
        NumaSet first = NumaSet.of(List.of(0));

        assertThat(Stream.of(two, highest, first).sorted(NumaSet.NARROWER)).containsExactly(first, highest, two);
    }
}
