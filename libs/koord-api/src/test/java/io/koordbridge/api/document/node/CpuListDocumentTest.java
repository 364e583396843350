package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.protocol.CpuSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuListDocumentTest {

    private static Decoded<CpuSet> read(String text) {
        return CpuListDocument.read("example.com/doc", "cpus", text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | ''",
                "0-3,2,7 | 0-3,7",
                "0-4096 | 0-4096",
                "8191 | 8191",
                "+1 | 1",
                "1-+3 | 1-3",
                "007 | 7",
                "000 | 0",
                "00000000000001-000000000000003 | 1-3"
            })
    void readsIdsAndRangesOnce(String text, String cpus) {
        assertThat(read(text)).isEqualTo(Decoded.of(CpuSet.parse(cpus)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"5-2 | ''", "0-1,5-2 | 0-1", "0--1 | ''", "9999999999-1 | ''"})
    void aRangeThatRunsBackwardsIsEmptyAndAProblem(String text, String cpus) {
        assertThat(read(text).value()).isEqualTo(CpuSet.parse(cpus));
        assertThat(read(text).problems())
                .singleElement()
                .hasToString("WireProblem[document=example.com/doc, field=cpus, value=" + text
                        + ", allowed=ranges that run forwards]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,,2",
                ",",
                "-1",
                "1-",
                "1-2-3",
                "0-4097",
                "8192",
                "2147483648",
                "1 ",
                "a",
                "+",
                "++1",
                "0x1",
                "99999999999"
            })
    void refusesWhatIsNoList(String text) {
        assertThat(read(text).value()).isNull();
        assertThat(read(text).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .isEqualTo("invalid example.com/doc, field cpus: '" + text
                                + "'; allowed: ids and ranges such as 0-3,7, the end of a range up to 4096"));
    }

    @Test
    void aLongNumberIsReadInTimeThatGrowsWithIt() {
        assertThat(read("0".repeat(100_000) + "7")).isEqualTo(Decoded.of(CpuSet.ofNumbers(7)));
        assertThat(read("0".repeat(100_000) + "x").value()).isNull();
        assertThat(read("9".repeat(100_000)).value()).isNull();
        assertThat(CpuListDocument.read("d", "f", null).isAbsent()).isTrue();
    }
}
