package io.koordbridge.sloconfig.nodeslo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.ConfigDocument.Layout;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ObjectSchema;
import io.koordbridge.sloconfig.Scalar;
import io.koordbridge.sloconfig.nodeslo.NodeSloExtensions.Outcome;
import io.koordbridge.sloconfig.nodeslo.SloConfig.State;
import io.koordbridge.sloconfig.nodeslo.SloConfig.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A cache warmer that exists in this test only is configured, rendered, removed and contained like any extension. */
class NodeSloExtensionsTest {

    private static final String KEY = "cache-warmer-config";
    private static final String TEXT = """
            {"clusterStrategy": {"files": 3},
             "nodeStrategies": [{"name": "big", "nodeSelector": {"matchLabels": {"size": "big"}}, "files": 9}]}""";
    private static final List<NodeSloExtension> EXTENSIONS = List.of(new CacheWarmer());

    /** Shows how many files it warms; fails on nodes that say so. */
    private static final class CacheWarmer implements NodeSloExtension {

        private static final ConfigDocument DOCUMENT = new ConfigDocument(
                KEY,
                Layout.CLUSTER_STRATEGY,
                ObjectSchema.of(Field.of("files", Scalar.INT64).means("how many files are warmed")),
                "{\"files\": 0}");

        @Override
        public String name() {
            return "cacheWarmer";
        }

        @Override
        public ConfigDocument document() {
            return DOCUMENT;
        }

        @Override
        public String meaning() {
            return "how many files the agent warms";
        }

        @Override
        public Optional<JsonNode> value(
                ObjectNode strategy, Map<String, String> labels, Map<String, String> annotations) {
            if (annotations.containsKey("broken")) {
                throw new IllegalStateException("no disk");
            }
            long files = strategy.path("files").asLong();
            return files == 0
                    ? Optional.empty()
                    : Optional.of(JsonNodeFactory.instance.objectNode().put("files", files));
        }
    }

    private static JsonNode tree(String json) throws Exception {
        return new JsonMapper().readTree(json);
    }

    private static Step read(State before, String text) {
        return SloConfig.next(before, Map.of(KEY, text), EXTENSIONS);
    }

    private static Outcome apply(State config, Map<String, String> labels, String shown) throws Exception {
        return NodeSloExtensions.apply(EXTENSIONS, config, labels, Map.of(), tree(shown));
    }

    @Test
    void showsAnEmptyObjectWithoutExtensions() throws Exception {
        JsonNode created = NodeSloExtensions.apply(NodeSloExtensions.ALL, State.INITIAL, Map.of(), Map.of(), null)
                .tree();

        assertThat(created).hasToString("{\"Object\":{}}");
    }

    @Test
    void showsWhatTheFirstMatchingEntrySays() throws Exception {
        Step step = read(State.INITIAL, TEXT);

        assertThat(step.changed()).isTrue();
        assertThat(apply(step.state(), Map.of(), "{}").tree())
                .hasToString("{\"Object\":{\"cacheWarmer\":{\"files\":3}}}");
        assertThat(apply(step.state(), Map.of("size", "big"), "{}").tree())
                .hasToString("{\"Object\":{\"cacheWarmer\":{\"files\":9}}}");
        assertThat(read(step.state(), TEXT).changed()).isFalse();
    }

    @Test
    void removesItsNameAndKeepsThoseOfOthers() throws Exception {
        Step removed = SloConfig.next(read(State.INITIAL, TEXT).state(), Map.of(), EXTENSIONS);

        assertThat(removed.changed()).isTrue();
        assertThat(apply(removed.state(), Map.of(), "{\"Object\": {\"cacheWarmer\": {\"files\": 3}, \"other\": 1}}")
                        .tree())
                .hasToString("{\"Object\":{\"other\":1}}");
    }

    @Test
    void keepsTheLastGoodTextAndNamesTheField() throws Exception {
        Step broken = read(read(State.INITIAL, TEXT).state(), "{\"clusterStrategy\": {\"files\": \"many\"}}");

        assertThat(broken.problems())
                .singleElement()
                .satisfies(one -> assertThat(one.message()).contains("cache-warmer-config", "files", "many"));
        assertThat(broken.changed()).isFalse();
        assertThat(apply(broken.state(), Map.of(), "{}").tree())
                .hasToString("{\"Object\":{\"cacheWarmer\":{\"files\":3}}}");
    }

    @Test
    void leavesAnObjectAsItIsWhileNoTextWasEverGood() throws Exception {
        Step broken = read(State.INITIAL, "{");
        String shown = "{\"Object\":{\"cacheWarmer\":{\"files\":3}}}";

        assertThat(broken.problems()).hasSize(1);
        assertThat(apply(broken.state(), Map.of(), shown).tree()).hasToString(shown);
    }

    @Test
    void keepsWhatIsShownWhenAnExtensionFails() throws Exception {
        String shown = "{\"Object\":{\"cacheWarmer\":{\"files\":3}}}";

        Outcome outcome = NodeSloExtensions.apply(
                EXTENSIONS, read(State.INITIAL, TEXT).state(), Map.of(), Map.of("broken", ""), tree(shown));

        assertThat(outcome.tree()).hasToString(shown);
        assertThat(outcome.problems())
                .singleElement()
                .satisfies(one -> assertThat(one).contains("cacheWarmer", "no disk"));
    }
}
