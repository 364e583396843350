package io.koordbridge.capacity.damping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class ApportionmentProperties {

    @Property
    void sharesAllWithoutExceedingRequests(
            @ForAll @LongRange(max = 1L << 52) long amount,
            @ForAll @Size(max = 9) List<@LongRange(max = 1L << 50) Long> list) {
        long[] wishes = list.stream().mapToLong(Long::longValue).toArray();
        long[] shares = Apportionment.of(amount, wishes);

        long all = Arrays.stream(wishes).sum();
        assertThat(Arrays.stream(shares).sum()).isEqualTo(Math.min(amount, all));
        for (int i = 0; i < wishes.length; i++) {
            double exact = all <= amount ? wishes[i] : (double) wishes[i] / all * amount;
            assertThat(shares[i]).isBetween(0L, wishes[i]);
            assertThat((double) shares[i]).isBetween(exact - 1.01, exact + 1.01);
        }
    }

    @Property
    void nobodyGetsLessThanItsLeastAndAllThatGetMoreGetTheSameShare(
            @ForAll @Size(min = 1, max = 9) List<@LongRange(min = 1, max = 1L << 40) Long> list,
            @ForAll @Size(9) List<@IntRange(max = 100) Integer> leastPercent,
            @ForAll @IntRange(max = 100) int ofTheRest) {
        long[] wishes = list.stream().mapToLong(Long::longValue).toArray();
        long[] least = new long[wishes.length];
        Arrays.setAll(least, i -> wishes[i] * leastPercent.get(i) / 100);
        long atLeast = Arrays.stream(least).sum();
        long amount = atLeast + (Arrays.stream(wishes).sum() - atLeast) * ofTheRest / 100;

        long[] shares = Apportionment.ofAtLeast(amount, wishes, least);

        assertThat(Arrays.stream(shares).sum()).isEqualTo(amount);
        for (int i = 0; i < wishes.length; i++) {
            assertThat(shares[i]).isBetween(least[i], wishes[i]);
            for (int j = 0; j < wishes.length && shares[i] > least[i]; j++) {
                double asOther = (double) wishes[i] / wishes[j] * (shares[j] + 1.01);
                assertThat(shares[i] - 1.01).isLessThanOrEqualTo(asOther);
            }
        }
    }

    @Example
    void whatIsLeftGoesToTheLargestRemainderAndThenToTheFirst() {
        assertThat(Apportionment.of(10, new long[] {5, 5, 5})).containsExactly(4, 3, 3);
        assertThat(Apportionment.of(100, new long[] {1_000, 995, 5})).containsExactly(50, 50, 0);
        assertThat(Apportionment.of(-1, new long[] {7, 0})).containsExactly(0, 0);
    }
}
