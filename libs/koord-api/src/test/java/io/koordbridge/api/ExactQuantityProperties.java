package io.koordbridge.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.quantity.ExactQuantity.Form;
import java.math.BigDecimal;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

class ExactQuantityProperties {

    @Property
    void readsBackWhatItWrites(@ForAll("quantities") ExactQuantity quantity) {
        ExactQuantity read = ExactQuantity.parse(quantity.canonicalText()).orElseThrow();

        assertThat(read.sameValue(quantity)).isTrue();
        assertThat(new ExactQuantity(read.amount(), quantity.form()).canonicalText())
                .isEqualTo(quantity.canonicalText());
    }

    /** A binary quantity that is no multiple of 1024 has no suffix that would tell its form. */
    @Example
    void takesATextWithoutSuffixForADecimalOne() {
        ExactQuantity bytes = ExactQuantity.ofValue(324_000, Form.BINARY);

        assertThat(bytes.canonicalText()).isEqualTo("324000");
        assertThat(ExactQuantity.parse("324000").orElseThrow().canonicalText()).isEqualTo("324k");
    }

    @Property
    void subtractingWhatWasAddedGivesTheSameValue(
            @ForAll("quantities") ExactQuantity one, @ForAll("quantities") ExactQuantity other) {
        assertThat(one.plus(other).minus(other).sameValue(one)).isTrue();
        assertThat(one.plus(other).sameValue(other.plus(one))).isTrue();
    }

    @Property
    void neverDiffersFromItself(
            @ForAll("amounts") ExactQuantity quantity, @ForAll @DoubleRange(min = 0, max = 2) double threshold) {
        assertThat(quantity.differsFrom(quantity, threshold)).isFalse();
    }

    @Property
    void aFractionIsNeverMoreThanTheWhole(
            @ForAll("amounts") ExactQuantity quantity, @ForAll @DoubleRange(min = 0, max = 1) double factor) {
        assertThat(quantity.scaledMilli(factor).milli()).isBetween(0L, quantity.milli());
        assertThat(quantity.scaled(factor).value()).isBetween(0L, quantity.value());
    }

    @Property
    void neverFailsOnAnyText(@ForAll String text) {
        assertThat(ExactQuantity.parse(text))
                .satisfiesAnyOf(
                        found -> assertThat(found).isEmpty(),
                        found -> assertThat(found.orElseThrow().canonicalText()).isNotEmpty());
    }

    @Provide
    Arbitrary<ExactQuantity> quantities() {
        return Combinators.combine(
                        Arbitraries.longs(), Arbitraries.integers().between(0, 9), Arbitraries.of(Form.class))
                .as((unscaled, digits, form) -> new ExactQuantity(BigDecimal.valueOf(unscaled, digits), form));
    }

    /** Not negative, and exact in double arithmetic. */
    @Provide
    Arbitrary<ExactQuantity> amounts() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 1L << 42),
                        Arbitraries.integers().between(0, 6),
                        Arbitraries.of(Form.class))
                .as((unscaled, digits, form) -> new ExactQuantity(BigDecimal.valueOf(unscaled, digits), form));
    }
}
