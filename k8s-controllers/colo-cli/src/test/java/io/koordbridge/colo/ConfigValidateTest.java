package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigValidateTest {

    @TempDir
    private Path directory;

    private static String file(String name) {
        return ConfigValidateTest.class.getResource("/config/" + name).getPath();
    }

    @ParameterizedTest
    @CsvSource({
        "config-good, good.yaml, 0",
        "config-bad, bad.yaml, 1",
        "config-content, content.yaml, 1",
        "config-data, data.json, 1"
    })
    void findingsAreAsRecorded(String golden, String name, int exitCode) {
        Run run = Run.colo("config", "validate", file(name));

        assertThat(run.out()).isEqualTo(Run.golden(golden));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void scriptsGetEveryFindingAsADocument() throws IOException {
        Run run = Run.colo("config", "validate", "-o", "json", file("bad.yaml"));

        JsonNode document = new ObjectMapper().readTree(run.out());
        assertThat(document.path("valid").asBoolean()).isFalse();
        assertThat(document.at("/findings/0/line").asInt()).isEqualTo(9);
        assertThat(document.at("/findings/0/level").asText()).isEqualTo("warning");
        assertThat(document.at("/findings/1/allowed").asText()).isEqualTo(">= 1");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void aDashReadsTheStandardInput() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(
                    "colocation-config: '{\"enable\": true}'\n".getBytes(StandardCharsets.UTF_8)));

            Run run = Run.colo("config", "validate", "-");

            assertThat(run.out()).isEqualTo("VALID: 1 keys, 0 errors, 0 warnings\n");
            assertThat(run.exitCode()).isZero();
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void whatIsNoConfigurationIsAProblemWithItsLine() throws IOException {
        for (List<String> one : List.of(
                List.of("a: [1,\nb: 2\n", "not YAML"),
                List.of("kind: Pod\n", "neither a ConfigMap slo-controller-config nor its data"),
                List.of("", "neither a ConfigMap"),
                List.of("foo: bar\n", "neither a ConfigMap"),
                List.of(
                        "kind: ConfigMap\nmetadata: {name: slo-controller-config}\ndata:\n  system-config: {}\n",
                        "data of a ConfigMap are texts"),
                List.of("[".repeat(100_000), "not YAML"))) {
            Path file = Files.writeString(directory.resolve("file.yaml"), one.get(0));

            Run run = Run.colo("config", "validate", file.toString());

            assertThat(run.out()).contains(one.get(1), "INVALID").doesNotContain("Exception");
            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void aFileThatIsNotThereIsWrongUsage() {
        Run run =
                Run.colo("config", "validate", directory.resolve("nothing.yaml").toString());

        assertThat(run.err()).contains("no file that can be read");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(Run.colo("config").exitCode()).isEqualTo(2);
        assertThat(Run.colo("config", "validate").exitCode()).isEqualTo(2);
        assertThat(Run.colo("config", "validate", directory.toString()).exitCode())
                .isEqualTo(2);
    }
}
