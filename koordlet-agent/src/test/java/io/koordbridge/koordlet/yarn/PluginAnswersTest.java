package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PluginAnswersTest {

    /** Examples of every call, to which the plugin's own tests hold the plugin. */
    private static final Path CONTRACT = Path.of("../copilot-nodemanager-plugin/src/test/resources/contract");

    private static String contract(String file) throws IOException {
        return Json.MAPPER
                .readTree(CONTRACT.resolve(file).toFile())
                .path("response")
                .toString();
    }

    @Test
    void readsTheNodeOfTheContract() throws IOException {
        YarnNode node = PluginAnswers.node(contract("v2-node.json"));

        assertThat(node.nodeId()).isEqualTo("node-1.example:8041");
        assertThat(node.capacity()).isEqualTo(new YarnNode.Capacity(4L, 4096L));
        assertThat(node.placement())
                .isEqualTo(new YarnNode.Placement("cgroup-v1", "kubepods/besteffort/hadoop-yarn", true));
        assertThat(node.masters()).isEqualTo(new YarnNode.Capacity(1L, 768L));
        assertThat(node.strangers()).isTrue();
        assertThat(node.clusterId()).isNull();
        assertThat(node.degraded()).isEmpty();
    }

    @Test
    void whatAnOlderPluginDoesNotSayIsNotKnown() throws IOException {
        YarnNode node = PluginAnswers.node("{\"nodeId\":\"h:1\",\"placement\":{\"mode\":\"none\"}}");

        assertThat(node.masters()).isNull();
        assertThat(node.strangers()).isNull();
        assertThat(node.placement().confirmed()).isNull();
        assertThat(PluginAnswers.node("{\"strangers\":[]}").strangers()).isFalse();
    }

    @Test
    void readsTheContainersOfTheContractAndKeepsUnknownUsageUnknown() throws IOException {
        List<YarnContainer> containers = PluginAnswers.containers(contract("v2-containers.json"));

        assertThat(containers).hasSize(5);
        assertThat(containers.get(0).containerType()).isEqualTo("APPLICATION_MASTER");
        assertThat(containers.get(1).usage()).isEqualTo(new YarnContainer.Usage(990L, 419_430_400L));
        assertThat(containers.get(2).usage()).isEqualTo(new YarnContainer.Usage(null, null));
    }

    @Test
    void readsTheEvictionsOfTheContract() throws IOException {
        PluginClient.EvictionAnswer answer = PluginAnswers.eviction(contract("v2-evict-containers.json"));

        assertThat(answer)
                .isEqualTo(new PluginClient.EvictionAnswer(
                        List.of("container_1700000000000_0001_01_000002"),
                        1000L,
                        419_430_400L,
                        List.of("container_9", "container_1700000000000_0001_01_000005"),
                        List.of("container_1700000000000_0001_01_000004")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
        {"containers":[{"id":"c","memoryMB":-5}]}          | containers[0].memoryMB = -5: want a whole number from 0 to 1073741824
        {"containers":[{"id":"c","memoryMB":1e300}]}       | containers[0].memoryMB = 1.0E300: want a whole number
        {"containers":[{"id":"c","memoryMB":99999999999999999999}]} | containers[0].memoryMB = 99999999999999999999: want
        {"containers":[{"id":"c","vcores":"four"}]}        | containers[0].vcores = "four": want a whole number from 0 to 1000000
        {"containers":[{"id":"c"},{"id":7}]}               | containers[1].id = 7: want a text
        {"containers":[{"id":""}]}                         | containers[0].id = "": want a text that is not empty
        {"containers":[null]}                              | containers[0].id = nothing: want a text that is not empty
        {"containers":[{"id":"c","usage":3}]}              | containers[0].usage = 3: want an object
        {"containers":[{"id":"c","usage":{"memoryBytes":-1}}]} | containers[0].usage.memoryBytes = -1: want
        {"containers":{}}                                  | containers = {}: want a list
        {"containers":null}                                | containers = null: want a list
        {}                                                 | containers = nothing: want a list
        []                                                 | answer = []: want an object
        null                                               | answer = null: want an object
        {"containers":[                                    | answer = '{"containers":[': want a JSON object
        {"containers":[]} more                             | answer = '{"containers":[]} more': want a JSON object
        """)
    void namesTheFieldOfContainersThatCannotBeUsed(String body, String message) {
        assertThatThrownBy(() -> PluginAnswers.containers(body))
                .isInstanceOf(BadAnswerException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"capacity\":{\"vcores\":-1}}",
                "{\"capacity\":[]}",
                "{\"placement\":{\"mode\":1}}",
                "{\"degraded\":[{}]}",
                "{\"nodeId\":{}}",
                "{\"masters\":{\"vcores\":-1}}",
                "{\"masters\":7}",
                "{\"strangers\":{}}",
                "{\"placement\":{\"confirmed\":\"yes\"}}",
                "",
                "\u0000\u0001\u0002"
            })
    void refusesANodeThatCannotBeUsed(String body) {
        assertThatThrownBy(() -> PluginAnswers.node(body))
                .isInstanceOf(BadAnswerException.class)
                .hasMessageContaining(": want ");
    }

    @Test
    void refusesANameThatIsFarTooLong() {
        String body = "{\"rmClusterId\":\"" + "x".repeat(301) + "\"}";

        assertThatThrownBy(() -> PluginAnswers.node(body))
                .hasMessageStartingWith("rmClusterId = ")
                .hasMessageEndingWith("want a text of at most 300 characters");
    }

    @Test
    void showsOnlyTheBeginningOfALongValue() {
        String body = Json.MAPPER
                .valueToTree(Map.of("containers", "x".repeat(10_000)))
                .toString();

        assertThatThrownBy(() -> PluginAnswers.containers(body))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(150));
    }
}
