package io.koordbridge.colo.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.ExplainAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainFormatterTest {

    /** With eight vcores for a core, of a node that shrinks. */
    private static final String ANSWER = """
            {"node": "n", "decision": "SHRINKING", "reason": "by policy", "shrink": {"deadline": "2026-11-21T10:04:10Z",
              "secondsLeft": 250, "goalCpuMilli": 250, "goalMemoryBytes": 1073741824}, "terms": [
             {"name": "pods cpu", "value": 2000, "unit": "milli-cpu", "source": "pods", "ageSeconds": 1},
             {"name": "lease cpu", "value": 7, "unit": "vcores", "cpuMilli": 875, "source": "Node", "ageSeconds": 1},
             {"name": "lease memory", "value": 512, "unit": "MB", "memoryBytes": 536870912, "source": "Node", "ageSeconds": 1},
             {"name": "weight", "value": 500, "unit": "thousandths", "source": "policy", "ageSeconds": null}]}
            """;

    private static List<String> lines(boolean wide) throws JsonProcessingException {
        ExplainAnswer answer = ExplainAnswer.of(ApiReader.JSON.readTree(ANSWER));
        return ExplainFormatter.of("Node n", answer, wide).lines().toList();
    }

    @Test
    void hasOneUnitOfCpuAndOneOfMemory() throws JsonProcessingException {
        assertThat(lines(false))
                .contains(
                        "TERM          AMOUNT  EXACT            AGE  SOURCE",
                        "pods cpu      2       2000 milli-cpu   1s   pods",
                        "lease cpu     0.88    875 milli-cpu    1s   Node",
                        "lease memory  512Mi   536870912 bytes  1s   Node",
                        "weight        500     500 thousandths  -    policy")
                .noneMatch(line -> line.contains("vcores"));
    }

    @Test
    void hasYarnsUnitsInAColumnOfTheirOwnWhenItIsWide() throws JsonProcessingException {
        assertThat(lines(true))
                .contains(
                        "TERM          AMOUNT  EXACT            VCORES/MB  AGE  SOURCE",
                        "pods cpu      2       2000 milli-cpu   -          1s   pods",
                        "lease cpu     0.88    875 milli-cpu    7 vcores   1s   Node",
                        "lease memory  512Mi   536870912 bytes  512 MB     1s   Node");
    }

    @Test
    void saysHowLongAShrinkLasts() throws JsonProcessingException {
        assertThat(lines(false))
                .contains(
                        "shrink.secondsLeft      4min10s",
                        "shrink.deadline         2026-11-21T10:04:10Z",
                        "shrink.goalCpuMilli     0.25 cores",
                        "shrink.goalMemoryBytes  1Gi");
    }
}
