package io.koordbridge.page.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTextTest {

    private record Row(
            String name, @Nullable Long cpuMilli, @Nullable BigDecimal ageSeconds, List<String> problems) {}

    private static String line(Row row) {
        return csv(List.of(row)).split("\r\n", 2)[1];
    }

    private static String csv(List<Row> rows) {
        return CsvText.of(new ObjectMapper(), Row.class, rows);
    }

    private static Row named(String name) {
        return new Row(name, 1L, null, List.of());
    }

    @Test
    void namesItsColumnsAlsoWithoutRows() {
        assertThat(csv(List.of())).isEqualTo("name,cpuMilli,ageSeconds,problems\r\n");
    }

    @Test
    void leavesEmptyWhatIsNotKnownAndKeepsAmountsAsTheyAre() {
        assertThat(line(new Row("n1", -1500L, null, List.of()))).isEqualTo("n1,-1500,,\r\n");
        assertThat(line(new Row("n1", null, new BigDecimal("1E+3"), List.of()))).isEqualTo("n1,,1000,\r\n");
    }

    @Test
    void quotesSeparatorsQuotesAndLines() {
        assertThat(line(named("a,b"))).isEqualTo("\"a,b\",1,,\r\n");
        assertThat(line(named("a\"b"))).isEqualTo("\"a\"\"b\",1,,\r\n");
        assertThat(line(named("a\nb"))).isEqualTo("\"a\nb\",1,,\r\n");
        assertThat(line(new Row("n1", 1L, null, List.of("one", "two")))).isEqualTo("n1,1,,\"one; two\"\r\n");
    }

    @Test
    void saysWhatIsInAFieldOfSeveralParts() {
        record Whole(Map<String, Object> parts) {}
        List<Whole> rows = List.of(new Whole(Map.of("=1+1", 2)), new Whole(new TreeMap<>(Map.of("a", 1, "b", "two"))));

        assertThat(CsvText.of(new ObjectMapper(), Whole.class, rows))
                .isEqualTo("parts\r\n'=1+1 2\r\n\"a 1; b two\"\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "＝1"})
    void givesSpreadsheetsNoFormula(String formula) {
        assertThat(line(named(formula))).isEqualTo("'" + formula + ",1,,\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t=1", "\r=1", "\n=1"})
    void givesSpreadsheetsNoFormulaBehindBlanks(String formula) {
        assertThat(line(named(formula))).isEqualTo("\"'" + formula + "\",1,,\r\n");
    }
}
