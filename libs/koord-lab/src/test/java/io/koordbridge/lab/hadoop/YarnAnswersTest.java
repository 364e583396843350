package io.koordbridge.lab.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.lab.process.FreePorts;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YarnAnswersTest {

    @Test
    void readsANodeThatIsOvercommitted() throws JsonProcessingException {
        YarnNode node = YarnNode.of(json("""
                {"id":"localhost:21001","state":"RUNNING","usedMemoryMB":2048,"availMemoryMB":-1024,
                 "usedVirtualCores":3,"availableVirtualCores":-2,"numContainers":2}
                """));

        assertThat(node).isEqualTo(new YarnNode("localhost:21001", "RUNNING", 2048, -1024, 3, -2, 2));
        assertThat(node.capacityMegabytes()).isEqualTo(1024);
        assertThat(node.capacityVcores()).isEqualTo(1);
    }

    @Test
    void aNodeThatTheSchedulerDoesNotKnowYetIsNotScheduled() {
        assertThat(new YarnNode("localhost:21001", "RUNNING", 0, 0, 0, 0, 0))
                .matches(YarnNode::running)
                .matches(node -> !node.scheduled());
        assertThat(new YarnNode("localhost:21001", "RUNNING", 2048, -2048, 3, -3, 2))
                .matches(YarnNode::scheduled);
        assertThat(new YarnNode("localhost:21001", "LOST", 0, 1024, 0, 1, 0)).matches(node -> !node.scheduled());
    }

    @Test
    void aFinishedApplicationUsesNothing() throws JsonProcessingException {
        YarnApp app = YarnApp.of(json("""
                {"id":"application_1_0001","state":"FINISHED","finalStatus":"SUCCEEDED","allocatedMB":-1,
                 "allocatedVCores":-1,"runningContainers":-1,"progress":100.0}
                """));

        assertThat(app.succeeded()).isTrue();
        assertThat(app.ended()).isTrue();
        assertThat(app.allocatedMegabytes()).isZero();
        assertThat(app.runningContainers()).isZero();
    }

    @Test
    void readsListsHoweverTheyAreWritten() throws JsonProcessingException {
        assertThat(RestReader.elements(json("[1,2]"), JsonNode::asInt)).containsExactly(1, 2);
        assertThat(RestReader.elements(
                        json("{\"id\":1}"), element -> element.path("id").asInt()))
                .containsExactly(1);
        assertThat(RestReader.elements(json("null"), JsonNode::asInt)).isEmpty();
        assertThat(RestReader.elements(json("{}").path("absent"), JsonNode::asInt))
                .isEmpty();
    }

    @Test
    void writesConfigurationThatXmlReadersAccept() {
        assertThat(ConfigurationDirectory.xml(Map.of("a.key", "1 < 2 & 3")))
                .contains("<name>a.key</name><value>1 &lt; 2 &amp; 3</value>");
    }

    @Test
    void portsAreDifferentAndBelowTheEphemeralRange() {
        assertThat(FreePorts.find(10)).hasSize(10).doesNotHaveDuplicates().allMatch(port -> port < 32_768);
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text);
    }
}
