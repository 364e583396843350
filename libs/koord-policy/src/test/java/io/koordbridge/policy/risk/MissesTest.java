package io.koordbridge.policy.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
    void theLastingMarginIsTheBestOneWhereThereIsRoomForIt() {
        Misses misses = often(2.2, 90).with(1, 9.7, 10);

        assertThat(misses.lastingMargin(1_000)).isEqualTo(10);
        assertThat(misses.lastingMargin(50)).isEqualTo(2.5);
        assertThat(misses.bestMargin(5, 3, 1_000)).isEqualTo(5);
    }

    @Test
    void oldHoursFade() {
        Misses misses = often(20, 10).with(0.5, 1, 2);

        assertThat(misses.hours()).isEqualTo(7);
    }

    /** The same written plainly: hours by bin, all of them touched by each step, and looked through from the highest margin. */
    private static final class PlainMisses {
        private final double[] hours = new double[112];
        private double total;

        void add(double fade, double miss, double more) {
            total = total * fade + more;
            for (int bin = 0; bin < hours.length; bin++) {
                hours[bin] *= fade;
            }
            hours[(int) Math.max(0, Math.min(111, Math.floor((miss + 20) / 0.5)))] += more;
        }

        double value(double margin, double room, double price) {
            double above = 0.02;
            for (int bin = 111; bin >= 0 && (bin - 40) * 0.5 + 0.5 > margin; bin--) {
                above += hours[bin];
            }
            return room - margin - price * above / (total + 0.02);
        }

        /** What the best of all margins is worth, 0 when none is worth anything. */
        double best(double room, double least, double price) {
            double best = 0;
            for (int bin = 111; bin > 0; bin--) {
                double edge = Math.max((bin - 40) * 0.5, least);
                best = Math.max(best, edge < room ? value(edge, room, price) : 0);
                if (edge <= least) {
                    break;
                }
            }
            return best;
        }
    }

    @Property
    void theMarginIsAsGoodAsTheBestOfThePlainWay(
            @ForAll @Size(min = 1, max = 60) List<@DoubleRange(min = -30, max = 60) Double> values,
            @ForAll @DoubleRange(min = 0.05, max = 1) double fade,
            @ForAll @DoubleRange(min = 1, max = 60) double room,
            @ForAll @DoubleRange(min = -25, max = 40) double least,
            @ForAll @DoubleRange(min = 2, max = 30_000) double price) {
        Misses misses = Misses.NONE;
        PlainMisses plain = new PlainMisses();
        for (double value : values) {
            misses = misses.faded(fade).with(fade, value, 1 / 60.0);
            plain.add(fade * fade, value, 1 / 60.0);
        }

        double margin = misses.bestMargin(room, least, price);

        assertThat(misses.hours()).isCloseTo(plain.total, within(1e-9));
        double best = plain.best(room, least, price);
        assertThat(margin < room ? plain.value(margin, room, price) : 0).isCloseTo(best, within(1e-6 * price));
        assertThat(margin).isGreaterThanOrEqualTo(least);
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
