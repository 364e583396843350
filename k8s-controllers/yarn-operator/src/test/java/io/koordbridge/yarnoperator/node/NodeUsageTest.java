package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.yarnoperator.lease.NodeAgent;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NodeUsageTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private static NodeAgent agent(String yarnUsage) {
        String text = "{'metadata':{'name':'n1'},'status':{'updateTime':'2026-03-01T09:59:00Z',"
                + "'nodeMetric':{'nodeUsage':{'resources':{'cpu':'4','memory':'8Gi'}}},"
                + "'hostApplicationMetric':[{'name':'hadoop-yarn','priority':'koord-batch','usage':%s}]}}"
                        .formatted(yarnUsage);
        try {
            NodeMetric metric = Json.as(Json.MAPPER.readTree(text.replace('\'', '"')), NodeMetric.class);
            return NodeUsage.of(metric).after(NodeUsage.NONE, NOW).agent(NOW);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    @Test
    void onlyAWholeUsageOfZeroShowsThatNoProcessOfYarnRuns() {
        assertThat(agent("{'resources':{'cpu':'0','memory':'0'}}").processes()).isEqualTo(YarnProcesses.ABSENT);
        assertThat(agent("{'resources':{'cpu':'0','memory':'1Gi'}}").processes())
                .isEqualTo(YarnProcesses.PRESENT);
    }

    @Test
    void aMissingOrNegativeUsageShowsNothing() {
        for (String usage : new String[] {
            "{}",
            "{'resources':{}}",
            "{'resources':{'cpu':'0'}}",
            "{'resources':{'memory':'0'}}",
            "{'resources':{'cpu':'-1','memory':'-1'}}"
        }) {
            assertThat(agent(usage)).as(usage).isEqualTo(NodeAgent.SILENT);
        }
    }
}
