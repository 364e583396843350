package io.koordbridge.page.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TableViewTest {

    private record Row(String name, String state, @Nullable Long amount) {}

    private static final TableView<Row> VIEW = new TableView<>(
            Row::name,
            Row::state,
            List.of("GOOD", "BAD"),
            row -> TableView.words(row.name(), row.state()),
            Map.of("amount", Row::amount));
    private static final List<Row> ROWS = List.of(
            new Row("n10", "GOOD", 5L),
            new Row("n2", "BAD", null),
            new Row("n1", "GOOD", 7L),
            new Row("n3", "BAD", 5L));

    @Test
    void ordersNamesAsPeopleDo() {
        assertThat(names(Map.of())).containsExactly("n1", "n2", "n3", "n10");
        assertThat(names(Map.of("order", "desc"))).containsExactly("n10", "n3", "n2", "n1");
    }

    @Test
    void putsUnknownAmountsLastAndEqualOnesByName() {
        assertThat(names(Map.of("sort", "amount"))).containsExactly("n3", "n10", "n1", "n2");
        assertThat(names(Map.of("sort", "amount", "order", "desc"))).containsExactly("n1", "n3", "n10", "n2");
    }

    @Test
    void ordersStatesAsTheyAreListed() {
        assertThat(names(Map.of("sort", "state"))).containsExactly("n1", "n10", "n2", "n3");
    }

    @Test
    void cutsAndCounts() {
        TableView.Slice<Row> slice = VIEW.select(ROWS, TableQuery.of(Map.of("offset", "2", "limit", "2", "find", "N")));

        assertThat(slice.rows()).extracting(Row::name).containsExactly("n3", "n10");
        assertThat(slice.total()).isEqualTo(4);
        assertThat(slice.fitting()).isEqualTo(4);
    }

    @Test
    void givesAllRowsThatFitWhenTheyAreNotCut() {
        assertThat(VIEW.fitting(
                        ROWS, TableQuery.of(Map.of("offset", "2", "limit", "1", "sort", "amount", "state", "GOOD"))))
                .extracting(Row::name)
                .containsExactly("n10", "n1");
    }

    @Test
    void answersWithTheLastPageWhenThereAreFewerRows() {
        TableView.Slice<Row> slice = VIEW.select(ROWS, TableQuery.of(Map.of("offset", "90", "limit", "3")));

        assertThat(slice.offset()).isEqualTo(3);
        assertThat(slice.rows()).extracting(Row::name).containsExactly("n10");
        assertThat(VIEW.select(List.of(), TableQuery.of(Map.of("offset", "90"))).offset())
                .isZero();
    }

    @Test
    void filtersByStateAndWords() {
        assertThat(names(Map.of("state", "BAD", "find", "n3"))).containsExactly("n3");
    }

    @Test
    void refusesStatesAndColumnsThatDoNotExist() {
        assertThatThrownBy(() -> names(Map.of("state", "WORSE"))).hasMessage("state = 'WORSE': want one of GOOD, BAD");
        assertThatThrownBy(() -> names(Map.of("sort", "size")))
                .hasMessage("sort = 'size': want one of name, state, amount");
    }

    private static List<String> names(Map<String, String> query) {
        return VIEW.select(ROWS, TableQuery.of(query)).rows().stream()
                .map(Row::name)
                .toList();
    }
}
