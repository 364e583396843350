package io.koordbridge.manager.damping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class ApportionmentProperties {

    @Property
    void allThatCanBeGivenIsGivenAndNobodyGetsMoreThanItWishesOrAUnitFromItsShare(
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

    @Example
    void whatIsLeftGoesToTheLargestRemainderAndThenToTheFirst() {
        assertThat(Apportionment.of(10, new long[] {5, 5, 5})).containsExactly(4, 3, 3);
        assertThat(Apportionment.of(100, new long[] {1_000, 995, 5})).containsExactly(50, 50, 0);
        assertThat(Apportionment.of(-1, new long[] {7, 0})).containsExactly(0, 0);
    }
}
