package io.koordbridge.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Defaults that docs/guide/differences.md states of the chart are those of the chart. */
class DifferencesPageTest {

    private static final Path ROOT = ProjectLayout.find().root();
    private static final Pattern STATED = Pattern.compile("`([a-zA-Z]+(?:\\.[a-zA-Z]+)*): ([^`]+)`");
    private static final YAMLMapper YAML = new YAMLMapper();

    @Test
    void statedDefaultsAreThoseOfTheChart() throws IOException {
        JsonNode values =
                YAML.readTree(ROOT.resolve("charts/koord-bridge/values.yaml").toFile());
        Map<String, JsonNode> stated = new TreeMap<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/guide/differences.md"))) {
            List<String> cells = Arrays.asList(line.split(" \\| "));
            List<MatchResult> found =
                    cells.size() == 3 ? STATED.matcher(cells.get(1)).results().toList() : List.of();
            for (MatchResult one : found) {
                stated.put(one.group(1), YAML.readTree(one.group(2)));
            }
        }
        stated.remove("preemptionPolicy");

        assertThat(stated)
                .hasSizeGreaterThan(7)
                .allSatisfy((path, value) ->
                        assertThat(values.at("/" + path.replace('.', '/'))).isEqualTo(value));
    }

    @Test
    void gatesThatItCallsOffAreOff() throws IOException {
        String manager = Files.readString(ROOT.resolve("docs/reference/koord-manager.md"));
        String agent = Files.readString(ROOT.resolve("docs/reference/koordlet.md"));

        assertThat(manager).contains("`featureGates.NodeMutatingWebhook` | switch | `false` |");
        assertThat(agent).contains("| `BEMemoryEvict` | `false` |");
    }
}
