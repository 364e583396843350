package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteParserTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"'0', 0", "'42\n', 42", "'  7  \n', 7", "'-1\n', -1", "'9223372036854775807', 9223372036854775807"})
    void readsANumber(String text, long value) {
        byte[] content = bytes(text.replace("\\n", "\n"));

        assertThat(ByteParser.number(content, content.length)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "x", "1x", "1 2", "-", "1.5", "9223372036854775808", "99999999999999999999"})
    void rejectsWhatIsNoNumber(String text) {
        byte[] content = bytes(text);

        assertThatThrownBy(() -> ByteParser.number(content, content.length))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void findsTheLineOfAWord() {
        byte[] content = bytes("usage_usec_total 1\nuser_usec 2\nusage_usec 33\n");

        assertThat(ByteParser.valueOf(content, content.length, bytes("usage_usec")))
                .isEqualTo(33);
        assertThatThrownBy(() -> ByteParser.valueOf(content, content.length, bytes("usage")))
                .hasMessage("no line 'usage'");
    }

    @Test
    void readsOnlyWhatWasFilled() {
        byte[] content = bytes("active 1\nstale 2\n");

        assertThatThrownBy(() -> ByteParser.valueOf(content, 9, bytes("stale")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "'\n', 0", "'0\n', 1", "'0-3\n', 4", "'0-3,8,10-11\n', 7", "'5,7', 2"})
    void countsTheCpusOfAList(String text, int size) {
        byte[] content = bytes(text.replace("\\n", "\n"));

        assertThat(ByteParser.listSize(content, content.length)).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3-1", "x", "0-", "0--1", "0-99999999"})
    void rejectsWhatIsNoList(String text) {
        byte[] content = bytes(text);

        assertThatThrownBy(() -> ByteParser.listSize(content, content.length))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
