package io.koordbridge.api.document.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GangGroupsReaderTest {

    private static String gangs(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"jobs/g" + i + "\"")
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** The table of the reader. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | absent",
                "null | absent",
                "[] | []",
                "[\"jobs/b\",\"jobs/a\",\"jobs/b\",null] | [jobs/b, jobs/a, jobs/b]",
                "[1] | bad",
                "{} | bad",
                "\"jobs/a\" | bad",
                "[\"jobs/a\" | bad",
            })
    void readsWhatTheTableSays(String text, String value) {
        Decoded<List<String>> read = GangGroupsReader.read(text);

        assertThat(read.found().map(List::toString).orElse(read.isAbsent() ? "absent" : "bad"))
                .isEqualTo(value);
        assertThat(read.problems()).hasSize(value.equals("bad") ? 1 : 0);
    }

    @Test
    void aHundredGangsAreAGroupAndNoMore() {
        assertThat(GangGroupsReader.read(gangs(100)).orElse(List.of())).hasSize(100);
        assertThat(GangGroupsReader.read(gangs(101)).problems())
                .singleElement()
                .extracting(WireProblem::value)
                .isEqualTo("101 gangs");
        assertThat(GangGroupsReader.read(gangs(10_000)).found()).isEmpty();
        assertThat(GangGroupsReader.read(null).isAbsent()).isTrue();
    }
}
