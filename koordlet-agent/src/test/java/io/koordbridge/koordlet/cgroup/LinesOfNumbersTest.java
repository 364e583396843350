package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinesOfNumbersTest {

    private static final LinesOfNumbers WANTED = new LinesOfNumbers(List.of("anon", "file", "unevictable"));

    private final long[] values = new long[3];

    private int read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return WANTED.read(bytes, bytes.length, values);
    }

    @Test
    void looksAtEachLineOnceAndEndsAtTheLastWantedOne() {
        String rest = "pgfault 1\n".repeat(40);

        assertThat(read("anon 1\nkernel 7\nfile 2\nanon_thp 8\nunevictable 3\n" + rest))
                .isEqualTo(5);
        assertThat(values).containsExactly(1, 2, 3);
    }

    @Test
    void takesLinesInAnyOrderAndTheFirstOfTwo() {
        read("unevictable 3\nfile 2\nfile 9\nanon 1");

        assertThat(values).containsExactly(1, 2, 3);
    }

    @Test
    void namesALineThatIsMissing() {
        assertThatThrownBy(() -> read("anon 1\nunevictable 3\nfilemapped 2\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no line 'file'");
    }

    @Test
    void takesNoNumberFromTheNextLine() {
        assertThatThrownBy(() -> read("anon \n1\nfile 2\nunevictable 3\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no number");
    }

    @Test
    void readsOnlyWhatWasFilled() {
        byte[] bytes = "anon 1\nfile 2\nunevictable 3\n".getBytes(StandardCharsets.US_ASCII);

        assertThatThrownBy(() -> WANTED.read(bytes, 14, values)).hasMessage("no line 'unevictable'");
    }
}
