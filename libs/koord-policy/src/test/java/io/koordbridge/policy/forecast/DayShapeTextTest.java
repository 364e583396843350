package io.koordbridge.policy.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DayShapeTextTest {

    private static final String ZEROS = "A".repeat(128);

    @Test
    void anEmptyShapeIsReadBack() {
        assertThat(DayShape.EMPTY.text()).isEqualTo("1 -1 0 0 0 0.000 0.000 0.000 " + ZEROS);
        assertThat(DayShape.parse(DayShape.EMPTY.text())).isPresent();
    }

    @Test
    void theQuarterThatIsNotOverIsKept() {
        DayShape shape = DayShape.EMPTY.with(Instant.ofEpochSecond(9_000), 12.3);

        assertThat(shape.text()).startsWith("1 10 25 0 0 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "2 -1 0 0 0 0.000 0.000 0.000 ",
                "1 -2 0 0 0 0.000 0.000 0.000 ",
                "1 9999999999 0 0 0 0.000 0.000 0.000 ",
                "1 5 201 0 0 0.000 0.000 0.000 ",
                "1 5 10 3 4 0.000 0.000 0.000 ",
                "1 5 10 99999 4 0.000 0.000 0.000 ",
                "1 5 10 3 3 NaN 0.000 0.000 ",
                "1 5 10 3 3 -1.000 0.000 0.000 ",
                "1 5 10 3 3 0.000 0.000 201.000 "
            })
    void anotherTextIsRefused(String start) {
        assertThat(DayShape.parse(start + ZEROS)).isEmpty();
    }

    @Test
    void bytesOutOfRangeOrOfAnotherNumberAreRefused() {
        String start = "1 5 10 3 3 0.000 0.000 0.000 ";

        assertThat(DayShape.parse(start + "/".repeat(128))).isEmpty();
        assertThat(DayShape.parse(start + "A".repeat(124))).isEmpty();
        assertThat(DayShape.parse(start + "A".repeat(10_000))).isEmpty();
    }

    @Property(tries = 200)
    void noTextThrows(@ForAll String text) {
        assertThat(DayShape.parse(text)).isEmpty();
    }
}
