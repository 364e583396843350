package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnNodeManager.Placement;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.yarnoperator.lease.NodeAgent;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeUsageTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final NodeManagerRef NODE_MANAGER = new NodeManagerRef("", "nm-0", 8041);
    private static final String NOTHING = "{'resources':{'cpu':'0','memory':'0'}}";

    private static NodeAgent agent(String yarnUsage) {
        return agent(yarnUsage, NodeManagerReading.UNREAD);
    }

    private static NodeAgent agent(String yarnUsage, NodeManagerReading nodeManager) {
        String text = "{'metadata':{'name':'n1'},'status':{'updateTime':'2026-03-01T09:59:00Z',"
                + "'nodeMetric':{'nodeUsage':{'resources':{'cpu':'4','memory':'8Gi'}}},"
                + "'hostApplicationMetric':[{'name':'hadoop-yarn','priority':'koord-batch','usage':%s}]}}"
                        .formatted(yarnUsage);
        try {
            NodeMetric metric = Json.as(Json.MAPPER.readTree(text.replace('\'', '"')), NodeMetric.class);
            return NodeUsage.of(metric).after(NodeUsage.NONE, NOW).agent(NOW, nodeManager, List.of(NODE_MANAGER));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static NodeManagerReading confirmed(boolean strangers) {
        YarnNodeManager reported =
                new YarnNodeManager("nm-0:8041", null, null, null, Placement.CONFIRMED, strangers, null, null);
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .addToAnnotations(Annotations.NODE_YARN_NODE_MANAGER, AnnotationCodec.write(reported))
                .endMetadata()
                .build();
        return NodeManagerReading.UNREAD.next(node, true, NOW, null);
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

    @Test
    void saysHowMuchMemoryTheProcessesUse() {
        assertThat(agent("{'resources':{'cpu':'1','memory':'1048577'}}").usedMb())
                .isEqualTo(2);
        assertThat(agent("{}").usedMb()).isNull();
    }

    @Test
    void anEmptyGroupIsAProofWhereThePluginConfirmedThePlacement() {
        NodeManagerReading confirmed = confirmed(false);

        assertThat(agent(NOTHING).placed()).isFalse();
        assertThat(agent(NOTHING, confirmed).placed()).isTrue();
        assertThat(agent(NOTHING, confirmed).strangers()).isFalse();
    }

    @Test
    void whatThePluginSaysOfStrangersDoesNotDependOnAMeasurement() {
        NodeManagerReading seen = confirmed(true);

        assertThat(agent("{}", seen).processes()).isEqualTo(YarnProcesses.UNKNOWN);
        assertThat(agent("{}", seen).strangers()).isTrue();
    }
}
