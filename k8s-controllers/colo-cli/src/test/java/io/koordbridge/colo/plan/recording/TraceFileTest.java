package io.koordbridge.colo.plan.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceFileTest {
    private static final NodeSize SIZE = new NodeSize(64_000, 256L << 30);

    @TempDir
    private Path directory;

    private final Recording recording = new Recording(
            "test",
            List.of(
                    new NodeTrace(
                            "b", "all", SIZE, new long[] {60, 120}, new float[] {10, 20.5f}, new float[] {Float.NaN, 40
                            }),
                    new NodeTrace("a", "all", SIZE, new long[] {60, 120}, new float[] {100, 0}, new float[] {50, 50})),
            List.of());

    @ParameterizedTest
    @ValueSource(strings = {"use.csv", "use.csv.gz"})
    void whatIsWrittenIsRead(String name) throws IOException {
        Path file = directory.resolve(name);

        TraceFile.write(file, recording);
        Recording read = TraceFile.read(file, SIZE);

        assertThat(read.names()).containsExactly("a", "b");
        NodeTrace b = read.nodes().get(1);
        assertThat(Traces.epochSeconds(b)).containsExactly(60L, 120L);
        assertThat(Traces.cpuPercent(b)).containsExactly(10.0, 20.5);
        assertThat(Traces.memoryPercent(b)).containsExactly(Double.NaN, 40.0);
        assertThat(read.notes()).singleElement().asString().contains("64 cores and 256 GiB");
    }

    @Test
    void theNameSaysWhetherItIsPacked() throws IOException {
        TraceFile.write(directory.resolve("use.csv"), recording);

        assertThat(directory.resolve("use.csv")).hasContent("""
                        node,seconds,cpu_percent,memory_percent
                        a,60,100.000,50.000
                        a,120,0.000,50.000
                        b,60,10.000,
                        b,120,20.500,40.000
                        """);
    }

    @Test
    void oneSampleCoversNoTimeAndNeitherDoTwoAroundAGap() throws IOException {
        assertThat(recording.covers()).isTrue();
        Path gap = Files.writeString(directory.resolve("gap.csv"), "a,60,10,10\na,1000,10,10\nb,60,1,1\n");
        assertThat(TraceFile.read(gap, SIZE).covers()).isFalse();
    }

    @Test
    void errorsNameFileLineAndField() throws IOException {
        Path file = Files.writeString(directory.resolve("bad.csv"), "a,60,10,10\na,120,many,10\n");

        assertThatThrownBy(() -> TraceFile.read(file, SIZE))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("--trace " + file, "line 2", "cpu_percent", "'many'", "0 to 100");
        assertThatThrownBy(() -> TraceFile.read(directory.resolve("absent.csv"), SIZE))
                .hasMessageContaining("absent.csv: cannot be read");
    }
}
