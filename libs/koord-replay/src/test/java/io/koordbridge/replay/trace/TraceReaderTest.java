package io.koordbridge.replay.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceReaderTest {

    private static final String HEADING = "node,seconds,cpu_percent,memory_percent\n";

    private static List<NodeTrace> read(byte[] bytes) throws IOException {
        return TraceReader.read(new ByteArrayInputStream(bytes), node -> NodeSize.DEFAULT, node -> "pool of " + node);
    }

    private static List<NodeTrace> read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsNodesWhoseLinesAlternate() throws IOException {
        List<NodeTrace> traces = read(HEADING + "a,0,8.5,\nb,10,1,50\r\na,300,9,40.25\n\nb,20,2,51");

        assertThat(traces).extracting(NodeTrace::node).containsExactly("a", "b");
        NodeTrace first = traces.get(0);
        assertThat(first.pool()).isEqualTo("pool of a");
        assertThat(first.samples()).isEqualTo(2);
        assertThat(first.epochSeconds(1)).isEqualTo(300);
        assertThat(first.cpuPercent(0)).isEqualTo(8.5);
        assertThat(first.memoryPercent(0)).isNaN();
        assertThat(first.memoryPercent(1)).isEqualTo(40.25);
    }

    @Test
    void aHeadingAndMemoryMayBeMissing() throws IOException {
        assertThat(read("a,0,8\na,60,9\n").get(0).memoryPercent(1)).isNaN();
        assertThat(read("node,seconds,cpu_percent\na,0,8\n")).hasSize(1);
        assertThat(read(HEADING)).isEmpty();
        assertThat(read("")).isEmpty();
    }

    @Test
    void readsCompressedFiles() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write((HEADING + "a,0,8,9\n").getBytes(StandardCharsets.UTF_8));
        }
        assertThat(read(bytes.toByteArray())).hasSize(1);
    }

    @Test
    void aLittleAboveTheWholeCountsAsTheWhole() throws IOException {
        assertThat(read("a,0,101,100.5\n").get(0).cpuPercent(0)).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    a,0,1,2,3     | 5 fields
                    a             | 1 fields
                    a,1.5,1,2     | seconds = '1.5': want a whole number
                    a,-1,1,2      | seconds = '-1': want a whole number
                    a,,1,2        | seconds = '': want a whole number
                    a,0,NaN,2     | cpu_percent = 'NaN': want a number of 0 to 100
                    a,0,-1,2      | cpu_percent = '-1': want a number of 0 to 100
                    a,0,111,2     | cpu_percent = '111': want a number of 0 to 100
                    a,0,,2        | cpu_percent = '': want a number of 0 to 100
                    a,0,.,2       | cpu_percent = '.': want a number of 0 to 100
                    a,0,1.2.3,2   | cpu_percent = '1.2.3': want a number of 0 to 100
                    a,0,1e1,2     | cpu_percent = '1e1': want a number of 0 to 100
                    a,0,1,Infinity| memory_percent = 'Infinity': want a number of 0 to 100
                    ,0,1,2        | node = '': want a name
                    """)
    void aLineThatCannotBeNamesFieldValueAndRange(String line, String problem) {
        assertThatThrownBy(() -> read(HEADING + line + "\n"))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageStartingWith("line 2: ")
                .hasMessageContaining(problem);
    }

    @Test
    void timesThatDoNotAscendAreRefused() {
        assertThatThrownBy(() -> read("a,60,1,\nb,0,1,\na,60,1,\n"))
                .hasMessage("line 3: seconds = 60 of node a: want more than 60, those of the node's line before");
    }

    @Test
    void aLineWithoutEndIsRefusedBeforeItFillsTheMemory() {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int read(byte[] into, int from, int length) {
                java.util.Arrays.fill(into, from, from + length, (byte) 'x');
                return length;
            }
        };
        assertThatThrownBy(() -> TraceReader.read(endless, node -> NodeSize.DEFAULT, node -> "all"))
                .hasMessage("line 1: longer than 1024 characters");
    }

    @Test
    void controlCharactersOfAFileDoNotReachTheTerminal() {
        assertThatThrownBy(() -> read("a,0,\u001b[2J,\n")).hasMessageContaining("'?[2J'");
    }
}
