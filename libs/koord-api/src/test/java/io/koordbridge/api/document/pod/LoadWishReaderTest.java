package io.koordbridge.api.document.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadWishReaderTest {

    /** The table of the reader. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null | absent | 0",
                "{} | {} | 0",
                "{'cpu':85,'memory':0} | {cpu=85, memory=0} | 0",
                "{'cpu':10,'cpu':20} | {cpu=20} | 0",
                "{'cpu':10000} | {cpu=10000} | 0",
                "{'cpu':10001} | {cpu=10000} | 1",
                "{'cpu':-5,'memory':70} | {cpu=0, memory=70} | 1",
                "{'cpu':99999999999999999999} | {cpu=10000} | 1",
                "{'cpu':-99999999999999999999,'memory':20000} | {cpu=0, memory=10000} | 1",
                "{'cpu':'85'} | bad | 1",
                "{'cpu':8.5} | bad | 1",
                "{'cpu':null} | bad | 1",
                "{'cpu':[85]} | bad | 1",
                "[85] | bad | 1",
                "{bad | bad | 1",
            })
    void readsFactors(String text, String value, int problems) {
        Decoded<SortedMap<String, Long>> read = LoadWishReader.factors(text.replace('\'', '"'));

        assertThat(read.found().map(Object::toString).orElse(read.isAbsent() ? "absent" : "bad"))
                .isEqualTo(value);
        assertThat(read.problems()).hasSize(problems);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "600, 600",
        "2147483647, 2147483647",
        "2147483648, bad",
        "99999999999999999999, bad",
        "-5, bad",
        "'', bad",
        "x, bad",
        "1.5, bad",
        "' 5', bad"
    })
    void readsSeconds(String text, String value) {
        Decoded<Integer> read = LoadWishReader.seconds(Annotations.POD_LOAD_AFTER_SCHEDULED, text);

        assertThat(read.found().map(Object::toString).orElse("bad")).isEqualTo(value);
        assertThat(read.problems()).hasSize(value.equals("bad") ? 1 : 0);
    }

    @Test
    void noAnnotationIsAbsent() {
        assertThat(LoadWishReader.factors(null).isAbsent()).isTrue();
        assertThat(LoadWishReader.seconds(Annotations.POD_LOAD_AFTER_INITIALIZED, null)
                        .isAbsent())
                .isTrue();
    }

    @Test
    void aProblemNamesTheFactorAndWhatIsAllowed() {
        assertThat(LoadWishReader.factors("{\"cpu\":\"85\"}").problems())
                .singleElement()
                .extracting(WireProblem::message)
                .isEqualTo("invalid scheduling.koordinator.sh/load-estimated-scaling-factors, field cpu: '\"85\"';"
                        + " allowed: JSON such as {\"cpu\":85}, whole percentages from 0 to 10000");
    }
}
