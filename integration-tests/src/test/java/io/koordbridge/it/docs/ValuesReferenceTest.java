package io.koordbridge.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesReferenceTest {
    private static final Path ROOT = ProjectLayout.find().root();

    @ParameterizedTest
    @ValueSource(strings = {"koord-bridge", "hadoop-yarn"})
    void pageIsThatOfTheValues(String chart) throws IOException {
        assertThat(ValuesReference.page(ROOT, chart))
                .as("stale: run bin/config-reference")
                .content()
                .isEqualTo(ValuesReference.of(ROOT, chart));
    }

    @Test
    void eachValueThatTheSchemaTakesHasARow() throws IOException {
        JsonNode schema = new ObjectMapper()
                .readTree(ROOT.resolve("charts/koord-bridge/values.schema.json").toFile());
        Set<String> taken = new TreeSet<>();
        collect(schema, "", taken);
        // Helm's own, shared with charts above.
        taken.remove("global");
        // Fields of the documents are in docs/reference/slo-controller-config.md; the chart sets some.
        taken.removeIf(value -> value.startsWith("sloControllerConfig.data."));

        assertThat(ValuesReference.rows(Files.readAllLines(ROOT.resolve("charts/koord-bridge/values.yaml"))))
                .containsKeys(taken.toArray(String[]::new));
    }

    private static void collect(JsonNode schema, String path, Set<String> into) {
        for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
            into.add(path + field.getKey());
            collect(field.getValue(), path + field.getKey() + ".", into);
        }
    }

    @Test
    void readsCommentsBeforeAndBehindAKey() {
        Map<String, ValuesReference.Row> rows = ValuesReference.rows(
                "# Of a.\na:\n  # Of b\n  # and more.\n  b: \"#1\" # behind\n  list:\n    - x: 1\n      z: 2\n    - y\n\n# Lost.\n\nc: {d: 1}"
                        .lines()
                        .toList());

        assertThat(rows.get("a")).isEqualTo(new ValuesReference.Row("", "Of a."));
        assertThat(rows.get("a.b")).isEqualTo(new ValuesReference.Row("\"#1\"", "Of b and more. behind"));
        assertThat(rows.get("a.list").value()).isEqualTo("- x: 1 z: 2 - y");
        assertThat(rows.get("c")).isEqualTo(new ValuesReference.Row("{d: 1}", ""));
    }
}
