package io.koordbridge.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSetTest {

    @Test
    void joinsNeighboursToRanges() {
        assertThat(CpuSet.of(Set.of(5, 0, 2, 1)).format()).isEqualTo("0-2,5");
    }

    @Test
    void readsTheEmptyTextAsTheEmptySet() {
        assertThat(CpuSet.parse("").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7-4", "1,,2", "x", "-1", "1-", ",", " 1", "0-999999", "8192"})
    void refusesWhatTheKernelWouldRefuse(String text) {
        assertThatThrownBy(() -> CpuSet.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void showsTheBeginningOfALongTextAlone() {
        assertThatThrownBy(() -> CpuSet.parse("1,".repeat(100_000)))
                .satisfies(problem -> assertThat(problem.getMessage()).hasSizeLessThan(300));
    }

    @Test
    void staysSmallWhateverIsWrittenOnAPod() {
        CpuSet all = CpuSet.parse("0-8191,".repeat(30_000) + "7");

        assertThat(all.size()).isEqualTo(8192);
        assertThat(all.format()).isEqualTo("0-8191");
    }

    @Property
    void readsBackWhatItWrites(@ForAll Set<@IntRange(max = 4000) Integer> cpus) {
        CpuSet set = CpuSet.of(cpus);

        assertThat(CpuSet.parse(set.format())).isEqualTo(set);
    }

    @Property
    void unionHoldsBothAndMinusHoldsNeither(
            @ForAll Set<@IntRange(max = 100) Integer> left, @ForAll Set<@IntRange(max = 100) Integer> right) {
        CpuSet a = CpuSet.of(left);
        CpuSet b = CpuSet.of(right);

        assertThat(a.isSubsetOf(a.union(b))).isTrue();
        assertThat(a.minus(b).cpus()).noneMatch(right::contains);
    }
}
