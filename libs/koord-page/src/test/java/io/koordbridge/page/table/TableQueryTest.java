package io.koordbridge.page.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableQueryTest {

    @Test
    void readsWhatIsGivenAndTakesTheUsualForTheRest() {
        assertThat(TableQuery.of(Map.of())).isEqualTo(new TableQuery("", "", "", false, 0, 100));
        assertThat(TableQuery.of(Map.of(
                        "find", " GPU ", "state", "STALE", "sort", "name", "order", "desc", "offset", "200", "limit",
                        "50")))
                .isEqualTo(new TableQuery("gpu", "STALE", "name", true, 200, 50));
    }

    @Test
    void knowsWhetherThereIsAQuery() {
        assertThat(TableQuery.isIn(Map.of("limit", "1"))).isTrue();
        assertThat(TableQuery.isIn(Map.of("pretty", "true"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limit  | 0          | limit = '0': want a whole number from 1 to 500",
                "limit  | 501        | limit = '501': want a whole number from 1 to 500",
                "limit  | 1.5        | limit = '1.5': want a whole number from 1 to 500",
                "offset | -1         | offset = '-1': want a whole number from 0 to 1000000",
                "offset | 9999999999 | offset = '9999999999': want a whole number from 0 to 1000000",
                "order  | up         | order = 'up': want asc or desc",
            })
    void refusesWhatIsOutOfRangeByName(String name, String value, String problem) {
        assertThatThrownBy(() -> TableQuery.of(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(problem);
    }

    @Test
    void refusesLongTexts() {
        assertThatThrownBy(() -> TableQuery.of(Map.of("find", "x".repeat(201))))
                .hasMessage("find: want at most 200 characters, not 201");
    }
}
