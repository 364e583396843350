package io.koordbridge.scheduler.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

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
    void listsSubsetsBySizeThenByIds() {
        assertThat(NumaSet.of(List.of(0, 2, 3)).subsets())
                .extracting(NumaSet::ids)
                .containsExactly(
                        List.of(0),
                        List.of(2),
                        List.of(3),
                        List.of(0, 2),
                        List.of(0, 3),
                        List.of(2, 3),
                        List.of(0, 2, 3));
    }

    @Test
    void ordersNarrowerSetsFirst() {
        NumaSet highest = NumaSet.of(List.of(63));
        NumaSet two = NumaSet.of(List.of(0, 1));
        NumaSet first = NumaSet.of(List.of(0));

        assertThat(Stream.of(two, highest, first).sorted(NumaSet.NARROWER)).containsExactly(first, highest, two);
    }
}
