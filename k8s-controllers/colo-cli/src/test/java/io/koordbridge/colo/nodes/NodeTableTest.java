package io.koordbridge.colo.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.answers.NodesAnswer.Node;
import io.koordbridge.colo.answer.ApiReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeTableTest {

    /** With eight vcores for a core. */
    private static Node node() throws JsonProcessingException {
        return ApiReader.JSON.readValue("""
                {"name": "n", "state": "STEADY", "verdict": "OK", "leaseCpuMilli": 1000, "leaseMemoryBytes": 0,
                 "rmVcores": 2, "rmMemoryMb": 1024, "rmCpuMilli": 250, "usedVcores": 7, "usedMemoryMb": 512, "usedCpuMilli": 875}
                """, Node.class);
    }

    private static List<String> cells(boolean wide) throws JsonProcessingException {
        List<String> lines = NodeTable.of(List.of(node()), wide).lines().toList();
        return List.of(lines.get(1).split(" +"));
    }

    @Test
    void saysHowLongAShrinkLasts() throws JsonProcessingException {
        Node shrinks = ApiReader.JSON.readValue("""
                {"name": "n", "state": "SHRINKING", "verdict": "DRAINING", "shrink": {"deadline": "2026-11-21T10:04:10Z",
                 "secondsLeft": 250, "goalCpuMilli": 1000, "goalMemoryBytes": 0}}
                """, Node.class);

        assertThat(NodeTable.of(List.of(shrinks), false)).contains("SHRINKING  4min10s  DRAINING");
        assertThat(NodeTable.of(List.of(node()), false)).endsWith("STEADY  -     OK");
    }

    @Test
    void hasOneUnitOfCpu() throws JsonProcessingException {
        assertThat(cells(false)).contains("1/0B", "0.25/1Gi", "0.88/512Mi").doesNotContain("2/1Gi", "7/512Mi");
    }

    @Test
    void hasVcoresOnlyWhenItIsWide() throws JsonProcessingException {
        assertThat(cells(true)).contains("0.25/1Gi", "2", "7");
        assertThat(NodeTable.of(List.of(node()), true)).contains("RM-VCORES  ALLOC-VCORES");
        assertThat(cells(false)).doesNotContain("2", "7");
    }
}
