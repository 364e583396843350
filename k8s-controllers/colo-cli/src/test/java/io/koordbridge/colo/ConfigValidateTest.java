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
    void whatOnlyKoordinatorsAgentActsOnHasAnEffectBehindIt() throws IOException {
        Path file = Files.writeString(
                directory.resolve("system.yaml"),
                "system-config: '{\"clusterStrategy\": {\"totalNetworkBandwidth\": \"1G\"}}'\n");

        assertThat(Run.colo("config", "validate", file.toString()).out())
                .contains("koordlet does not act on it", "VALID: 1 key, 0 errors, 1 warning");
        assertThat(Run.colo("config", "validate", "--agent", "koordinator", file.toString())
                        .out())
                .isEqualTo("VALID: 1 key, 0 errors, 0 warnings\n");
    }

    private static final String THRESHOLD =
            "resource-threshold-config: '{\"clusterStrategy\": {\"enable\": true, \"memoryEvictThresholdPercent\": 70}}'\n";

    @Test
    void aThresholdWhoseGateIsOffNamesGateAndValue() throws IOException {
        String file =
                Files.writeString(directory.resolve("slo.yaml"), THRESHOLD).toString();

        Run off = Run.colo("config", "validate", file);

        assertThat(off.out())
                .contains(
                        "koordlet acts on it only with feature gate BEMemoryEvict or MemoryEvict, which is off",
                        "koordlet.config.featureGates.BEMemoryEvict=true",
                        "VALID: 1 key, 0 errors, 1 warning");
        assertThat(off.exitCode()).isZero();
        for (String on : List.of("--gates=BEMemoryEvict=true", "--gates=CPUEvict=false,MemoryEvict=true")) {
            assertThat(Run.colo("config", "validate", on, file).out())
                    .as(on)
                    .isEqualTo("VALID: 1 key, 0 errors, 0 warnings\n");
        }
        assertThat(Run.colo("config", "validate", "--agent=koordinator", file).out())
                .isEqualTo("VALID: 1 key, 0 errors, 0 warnings\n");
    }

    @Test
    void gatesOfTheChartAreReadBesideTheConfigMapAndAnOptionWins() throws IOException {
        String rendered = configMap("slo-controller-config", "  " + THRESHOLD)
                + "---\nkind: ConfigMap\nmetadata: {name: koordlet-config}\ndata:\n"
                + "  config.yaml: |\n    featureGates:\n      BEMemoryEvict: true\n";
        String file =
                Files.writeString(directory.resolve("rendered.yaml"), rendered).toString();

        assertThat(Run.colo("config", "validate", file).out()).isEqualTo("VALID: 1 key, 0 errors, 0 warnings\n");
        assertThat(Run.colo("config", "validate", "--gates=BEMemoryEvict=false", file)
                        .out())
                .contains("BEMemoryEvict or MemoryEvict, which is off");
    }

    @Test
    void aDashReadsTheStandardInput() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(
                    "colocation-config: '{\"enable\": true}'\n".getBytes(StandardCharsets.UTF_8)));

            Run run = Run.colo("config", "validate", "-");

            assertThat(run.out()).isEqualTo("VALID: 1 key, 0 errors, 0 warnings\n");
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
                List.of(
                        "kind: ConfigMap\nmetadata: {name: slo-controller-config}\ndata: [a]\n",
                        "data of a ConfigMap are a map"),
                List.of("colocation-config: &a\n  enable: true\n  extensions: *a\n", "an alias of its own parent"),
                List.of("a: &a\n  items: [*a]\n", "neither a ConfigMap"),
                List.of(aliasesOfAliases(), "aliases stand for more than"),
                List.of("[".repeat(100_000), "not YAML"))) {
            Run run = validate(one.get(0));

            assertThat(run.out()).contains(one.get(1), "INVALID").doesNotContain("Exception");
            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    private Run validate(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("file.yaml"), text);
        return Run.colo("config", "validate", file.toString());
    }

    private static String aliasesOfAliases() {
        StringBuilder text = new StringBuilder("a0: &a0 {x: 1}\n");
        for (int i = 1; i < 14; i++) {
            text.append("a%d: &a%d {a: *a%d, b: *a%d, c: *a%d}\n".formatted(i, i, i - 1, i - 1, i - 1));
        }
        return text.append("colocation-config: *a13\n").toString();
    }

    private static String configMap(String name, String data) {
        return "kind: ConfigMap\nmetadata: {name: " + name + "}\ndata:\n" + data;
    }

    @Test
    void everyConfigMapOfTheNameIsLookedAtAndNoOther() throws IOException {
        String bad = "  colocation-config: '{\"enable\": 5}'\n";
        String good = "  colocation-config: '{\"enable\": true}'\n";

        Run second =
                validate(configMap("slo-controller-config", good) + "---\n" + configMap("slo-controller-config", bad));
        Run other = validate(configMap("kept-for-later", bad) + "---\n" + configMap("slo-controller-config", good));
        Run alone = validate(configMap("named-otherwise", bad));

        assertThat(second.out())
                .contains("9     error", "5 is of another kind", "INVALID: 2 keys, 1 error, 0 warnings");
        assertThat(other.out()).isEqualTo("VALID: 1 key, 0 errors, 0 warnings\n");
        assertThat(alone.exitCode()).isEqualTo(1);
    }

    @Test
    void aKeyThatStandsTwiceIsAnErrorWhereItStandsFirst() throws IOException {
        Run run = validate(configMap(
                "slo-controller-config", "  colocation-config: '{\"enable\": 5}'\n  colocation-config: '{}'\n"));

        assertThat(run.out()).containsPattern("4 +error +colocation-config +- +key again in line 5 +each key once");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void whatIsNoTextInAConfigMapHidesNothingElse() throws IOException {
        Run run = validate(configMap(
                "slo-controller-config",
                "  colocation-config:\n    degradeTimeMinutes: 0\n  cpu-burst-config: '{\"clusterStrategy\": 1}'\n"));

        assertThat(run.out())
                .containsPattern("4 +error +colocation-config +- +data of a ConfigMap are texts")
                .containsPattern("5 +error +colocation-config +degradeTimeMinutes +0 is not allowed")
                .containsPattern("6 +error +cpu-burst-config +clusterStrategy");
    }

    @Test
    void aConfigMapWithoutDataIsToldWhatItMeans() throws IOException {
        Run run = validate("kind: ConfigMap\nmetadata: {name: slo-controller-config}\ndta: {}\n");

        assertThat(run.out()).contains("no key: the defaults hold, colocation is off", "VALID: 0 keys");
        assertThat(validate("kind: ConfigMap\nmetadata: {name: slo-controller-config}\ndata: null\n")
                        .out())
                .contains("no key: the defaults hold");
    }

    @Test
    void nullIsAnEmptyTextAsItIsToAnApiServer() throws IOException {
        assertThat(validate(configMap("slo-controller-config", "  colocation-config:\n"))
                        .out())
                .contains("empty text, like no key at all");
    }

    @Test
    void numbersMayBeWrittenAsYamlWritesThem() throws IOException {
        String content = """
            colocation-config:
              cpuReclaimThresholdPercent: 0x41
              memoryReclaimThresholdPercent: 0o101
              degradeTimeMinutes: +15
              updateTimeThresholdSeconds: 007
              resourceDiffThreshold: .5
              midCPUThresholdPercent: .inf
            """;

        assertThat(validate(content).out())
                .contains("7     error", "\".inf\" is of another kind", "INVALID: 1 key, 1 error, 0 warnings");
    }

    @Test
    void aFoldedTextIsNamedByTheLineOfItsKey() throws IOException {
        String folded = configMap(
                "slo-controller-config",
                "  colocation-config: >\n    {\"enable\": true,\n    \"degradeTimeMinutes\": 0}\n");

        assertThat(validate(folded).out()).containsPattern("4 +error +colocation-config +degradeTimeMinutes");
    }

    @Test
    void nothingInTheFileMovesTheCursor() throws IOException {
        Run run = validate("colocation-config: '{\"a\\tb\\u001b[31m\": 1}'\n");

        assertThat(run.out()).contains("a?b?[31m").doesNotContain("\u001b", "\t");
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
