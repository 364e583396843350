package io.koordbridge.quickstart.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MissingCapacityTest {

    @Test
    void explainsCapacityUseAndThreshold() throws JsonProcessingException {
        String words = MissingCapacity.words(explanation("CALCULATED", 0, 3_221_225_472L), 300);

        assertThat(words).isEqualTo("""

                  kubernetes.io/batch-cpu: cores
                      capacity 2.000  (Node/n status.capacity)
                    - margin 0.100  (cpuReclaimThresholdPercent 95 (cluster))
                    - system 1.950  (the larger of used and reserved)
                    + not below zero 0.050
                    = left for batch 0.000  (policy usage)
                  kubernetes.io/batch-memory: GiB
                    = left for batch 3.000
                  the online service of the story is set to use 0.3 cores
                  The CPU of this machine is full: work beside the story counts as the system's and leaves nothing below the \
                threshold. End that work (top shows it) or wait for its end, then run ./quickstart again.""");
    }

    @Test
    void namesCpuAndMemoryWhereBothAreFull() throws JsonProcessingException {
        assertThat(MissingCapacity.words(explanation("CALCULATED", 0, 0), 300))
                .contains("The CPU and memory of this machine is full");
    }

    @Test
    void pointsToTheAgentWhereNothingWasReported() throws JsonProcessingException {
        assertThat(MissingCapacity.words(explanation("NODE_METRIC_NEVER_REPORTED", 0, 0), 300))
                .contains("kubernetes.io/batch-cpu: nothing, NODE_METRIC_NEVER_REPORTED", "see koordlet.log")
                .doesNotContain("full");
    }

    @Test
    void pointsToTheManagerWhereItGivesNoExplanation() {
        assertThat(MissingCapacity.words(Optional.empty(), 300)).contains("see koord-manager.log");
    }

    @Test
    void saysSoWhereCapacityCameAfterAll() throws JsonProcessingException {
        assertThat(MissingCapacity.words(explanation("CALCULATED", 500, 1), 300))
                .contains("it came too late");
    }

    private static Optional<JsonNode> explanation(String reason, long milliCpu, long bytes)
            throws JsonProcessingException {
        return Optional.of(new ObjectMapper().readTree("""
                {"sums": [
                  {"resource": "kubernetes.io/mid-cpu", "unit": "milli-cpu", "reason": "CALCULATED", "result": 0, "steps": []},
                  {"resource": "kubernetes.io/batch-cpu", "unit": "milli-cpu", "reason": "%1$s", "result": %2$d, "steps": [
                    {"sign": "", "name": "capacity", "value": 2000, "source": "Node/n status.capacity"},
                    {"sign": "-", "name": "margin", "value": 100, "source": "cpuReclaimThresholdPercent 95 (cluster)"},
                    {"sign": "-", "name": "system", "value": 1950, "source": "the larger of used and reserved"},
                    {"sign": "+", "name": "not below zero", "value": 50, "source": ""},
                    {"sign": "=", "name": "left for batch", "value": %2$d, "source": "policy usage"}]},
                  {"resource": "kubernetes.io/batch-memory", "unit": "bytes", "reason": "%1$s", "result": %3$d, "steps": [
                    {"sign": "=", "name": "left for batch", "value": %3$d, "source": ""}]}]}
                """.formatted(reason, milliCpu, bytes)));
    }
}
