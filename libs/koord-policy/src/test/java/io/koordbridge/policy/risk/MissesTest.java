package io.koordbridge.policy.risk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MissesTest {

    private static Misses often(double miss, int hours) {
        return Misses.NONE.with(1, miss, hours);
    }

    @Test
    void theMarginCoversTheMissesWhenBeingShortIsDear() {
        Misses misses = often(2.2, 90).with(1, 9.7, 10);

        assertThat(misses.bestMargin(40, -20, 1_000)).isEqualTo(10);
    }

    @Test
    void aCheapMissIsNotCovered() {
        Misses misses = often(2.2, 99).with(1, 9.7, 1);

        assertThat(misses.bestMargin(40, -20, 100)).isEqualTo(2.5);
    }

    @Test
    void nothingIsOfferedWhenNoOfferIsWorthItsPrice() {
        assertThat(often(80, 100).bestMargin(30, -20, 1_000)).isEqualTo(30);
    }

    @Test
    void aMarginBelowTheLeastIsNotTaken() {
        assertThat(often(-15, 100).bestMargin(40, -3.2, 100)).isEqualTo(-3.2);
    }

    @Test
    void whatIsUnknownIsNotSafe() {
        Misses little = often(0, 1);
        Misses much = often(0, 1_000);

        assertThat(little.bestMargin(10, 0, 1_000)).isEqualTo(10);
        assertThat(much.bestMargin(10, 0, 1_000)).isLessThan(1);
    }

    @Test
    void oldHoursFade() {
        Misses misses = often(20, 10).with(0.5, 1, 2);

        assertThat(misses.hours()).isEqualTo(7);
    }

    @Property
    void aDearerMissNeverGivesASmallerMargin(
            @ForAll @Size(min = 1, max = 30) List<@DoubleRange(min = -50, max = 100) Double> values,
            @ForAll @DoubleRange(min = 0, max = 500) double price,
            @ForAll @DoubleRange(min = 0, max = 500) double more) {
        Misses misses = Misses.NONE;
        for (double value : values) {
            misses = misses.with(0.99, value, 1);
        }
        double cheap = misses.bestMargin(40, -10, price);

        assertThat(cheap).isBetween(-10.0, 40.0);
        assertThat(misses.bestMargin(40, -10, price + more)).isGreaterThanOrEqualTo(cheap);
    }
}
