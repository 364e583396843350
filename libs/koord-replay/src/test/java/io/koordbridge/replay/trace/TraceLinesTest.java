package io.koordbridge.replay.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TraceLinesTest {

    private static TraceLines lines(String text) throws IOException {
        return new TraceLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void endsOfLinesAreNoPartOfThem() throws IOException {
        TraceLines lines = lines("a\r\n\nlast");

        assertThat(lines.next()).isEqualTo("a");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).isEqualTo("last");
        assertThat(lines.number()).isEqualTo(3);
        assertThat(lines.next()).isNull();
    }

    @Test
    void aLineOfTheLongestLengthIsReadAndALongerOneIsRefused() throws IOException {
        assertThat(lines("x".repeat(TraceLines.LONGEST) + "\n").next()).hasSize(TraceLines.LONGEST);
        assertThatThrownBy(() -> lines("x".repeat(TraceLines.LONGEST + 1)).next())
                .isInstanceOf(TraceFormatException.class)
                .hasMessage("line 1: longer than 1024 characters");
    }
}
