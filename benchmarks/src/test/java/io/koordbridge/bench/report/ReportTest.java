package io.koordbridge.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    @TempDir
    private Path directory;

    @Test
    void takesPercentilesFromTheSampleItself() {
        long[] values = new long[200];
        for (int i = 0; i < values.length; i++) {
            values[i] = (long) values.length - i;
        }

        Percentiles percentiles = new Percentiles(values);

        assertThat(percentiles.at(50)).isEqualTo(100);
        assertThat(percentiles.at(99)).isEqualTo(198);
        assertThat(percentiles.at(100)).isEqualTo(200);
        assertThat(new Percentiles(new long[] {7}).at(1)).isEqualTo(7);
    }

    @Test
    void aTargetIsHeldUpToItsLimitAndMissedAboveIt() {
        assertThat(recorded(5.0).held()).isTrue();
        assertThat(recorded(5.001).held()).isFalse();
    }

    @Test
    void theFileHoldsFiguresMachineCommitAndVerdicts() throws IOException {
        Path file = Results.write(directory, recorded(7.5));

        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertThat(file).hasFileName("sample.json");
        assertThat(json.at("/commit").asText()).isEqualTo("abc");
        assertThat(json.at("/parameters/nodes").asInt()).isEqualTo(3);
        assertThat(json.at("/figures/latency/value").asDouble()).isEqualTo(7.5);
        assertThat(json.at("/figures/latency/unit").asText()).isEqualTo("ms");
        assertThat(json.at("/machine/cores").asInt()).isPositive();
        assertThat(json.at("/machine/memoryMebibytes").asLong()).isPositive();
        assertThat(json.at("/targets/0/limit").asDouble()).isEqualTo(5);
        assertThat(json.at("/targets/0/held").asBoolean()).isFalse();
    }

    @Test
    void theTableNamesWhatWasMissed() {
        StringWriter text = new StringWriter();

        Results.print(new PrintWriter(text), recorded(7.5));

        assertThat(text.toString()).contains("latency", "7.500", "ms", "MISSED (at most 5.0)", "note: shared machine");
    }

    @Test
    void countsWhatTheHypervisorTookOfAllCores() {
        StolenCpu before = StolenCpu.parse("cpu  10 0 10 60 0 0 0 20 7 0\ncpu0 1 1 1 1 1 1 1 1\n");
        StolenCpu after = StolenCpu.parse("cpu  60 0 30 80 0 0 0 30 50 0\n");

        assertThat(after.percentSince(before)).isEqualTo(10);
        assertThat(after.percentSince(after)).isZero();
    }

    @Test
    void everyRunSaysWhatTheHypervisorTook() {
        assertThat(recorded(1).figures()).containsKey("machine: CPU taken by the hypervisor");
    }

    private static BenchResult recorded(double latency) {
        return new Recording("sample", "abc")
                .parameter("nodes", 3)
                .figure("latency", latency, "ms", 5)
                .figure("requests", 10, "requests")
                .note("shared machine")
                .finish();
    }
}
