package io.koordbridge.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.koordbridge.api.quantity.QuantityPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CrdDriftTest {

    private static final Path GENERATED = Path.of("target", "crds");
    private static final Path SHIPPED = Path.of("..", "..", "charts", "koord-bridge", "crds");
    private static final Set<String> PERCENTAGES =
            Set.of("/probability", "/ingressRequest", "/ingressLimit", "/egressRequest", "/egressLimit");
    private final ObjectMapper yaml = new YAMLMapper();

    @Test
    void theChartShipsWhatTheTypesSay() throws IOException {
        Map<String, JsonNode> generated = read(GENERATED);

        assertThat(generated).as("generated definitions").isNotEmpty();
        assertThat(read(SHIPPED)).as("run bin/crds").isEqualTo(generated);
    }

    @Test
    void statusIsASubresourceWhereTheAgentReports() throws IOException {
        JsonNode nodeMetric = read(SHIPPED).get("nodemetrics.slo.koordinator.sh-v1.yml");

        assertThat(nodeMetric.at("/spec/versions/0/subresources/status").isObject())
                .isTrue();
        assertThat(nodeMetric.at("/spec/scope").asText()).isEqualTo("Cluster");
    }

    @Test
    void noDefinitionTakesAQuantityThatCannotBeRead() throws IOException {
        Map<String, JsonNode> patterns = new TreeMap<>();
        read(SHIPPED).forEach((file, definition) -> collect(file, definition, patterns));

        assertThat(patterns).hasSizeGreaterThan(PERCENTAGES.size());
        assertThat(patterns).allSatisfy((path, field) -> {
            boolean percentage = PERCENTAGES.stream().anyMatch(path::endsWith);
            assertThat(field.path("pattern").asText()).isEqualTo(percentage ? "" : QuantityPattern.PATTERN);
        });
    }

    /** Fields that take a number or a text, by their paths. */
    private static void collect(String path, JsonNode node, Map<String, JsonNode> found) {
        if (node.path("x-kubernetes-int-or-string").asBoolean()) {
            found.put(path, node);
        }
        node.properties().forEach(field -> collect(path + "/" + field.getKey(), field.getValue(), found));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            collect(path + "/" + i, node.get(i), found);
        }
    }

    private Map<String, JsonNode> read(Path directory) throws IOException {
        Map<String, JsonNode> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".yml")).toList()) {
                found.put(file.getFileName().toString(), yaml.readTree(file.toFile()));
            }
        }
        return found;
    }
}
