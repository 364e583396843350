package io.koordbridge.colo.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConvertSchedulerConfigCommandTest {

    @TempDir
    private Path directory;

    private static Path file(String name) {
        return Path.of(ConvertSchedulerConfigCommandTest.class
                .getResource("/convert/" + name)
                .getPath());
    }

    private static Run convert(Path file, String... options) {
        String[] arguments = new String[options.length + 3];
        List<String> fixed = List.of("convert", "scheduler-config", file.toString());
        for (int at = 0; at < fixed.size(); at++) {
            arguments[at] = fixed.get(at);
        }
        System.arraycopy(options, 0, arguments, fixed.size(), options.length);
        return Run.colo(arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"numa", "cluster"})
    void printsValuesOfTheChart(String name) throws IOException {
        Run run = convert(file(name + ".yaml"));

        assertThat(run.out()).isEqualTo(Files.readString(file(name + ".values.yaml")));
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void namesEveryFieldThatIsNotTranslatedWithValueAndReason() throws IOException {
        Path file = file("cluster.yaml");

        assertThat(convert(file).err().replace("colo: " + file + ": ", ""))
                .isEqualTo(Files.readString(file("cluster.untranslated.txt")));
    }

    @Test
    void strictEndsWithOneWhenAFieldIsNotTranslated() {
        assertThat(convert(file("cluster.yaml"), "--strict").exitCode()).isEqualTo(1);
        assertThat(convert(file("cluster.yaml"), "--strict").out()).startsWith("scheduler:");
        assertThat(convert(file("numa.yaml"), "--strict").exitCode()).isZero();
    }

    @Test
    void printsTheSameValuesInEachFormat() {
        String values = convert(file("numa.yaml")).out();

        assertThat(convert(file("numa.yaml"), "-o", "values").out()).isEqualTo(values);
        assertThat(convert(file("numa.yaml"), "-o", "yaml").out()).isEqualTo(values);
        assertThat(convert(file("numa.yaml"), "-o", "json").out()).contains("\"type\" : \"MostAllocated\"");
        Run wide = convert(file("numa.yaml"), "-o", "wide");
        assertThat(wide.exitCode()).isEqualTo(2);
        assertThat(wide.err()).contains("-o wide, allowed: values, yaml, json");
    }

    @Test
    void refusesAnotherKindWithFileFieldAndWhatIsAllowed() throws IOException {
        Path file = Files.writeString(directory.resolve("other.yaml"), "apiVersion: v1\nkind: Secret\n");

        Run run = convert(file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo("colo: " + file + ": kind: 'Secret' is not allowed,"
                        + " allowed: one KubeSchedulerConfiguration, or a ConfigMap with the text of one\n");
    }

    @Test
    void saysWhereTheTextIsNoYaml() throws IOException {
        Run run = convert(Files.writeString(directory.resolve("broken.yaml"), "kind: x\n  a: [\n"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("broken.yaml: line 2: not YAML");
    }

    @Test
    void refusesAFileThatIsTooLarge() throws IOException {
        Path file = directory.resolve("large.yaml");
        Files.write(file, new byte[(4 << 20) + 1]);

        assertThat(convert(file).exitCode()).isEqualTo(2);
        assertThat(convert(file).err()).contains("larger than 4194304 bytes");
    }

    @Test
    void doesNotSendControlCharactersToTheTerminal() throws IOException {
        Path file = Files.writeString(
                directory.resolve("escape.yaml"),
                "{apiVersion: kubescheduler.config.k8s.io/v1, kind: KubeSchedulerConfiguration, \"a\\e[31m\": \"b\\e[31m\"}");

        assertThat(convert(file).err()).contains("a?[31m").doesNotContain("\u001b");
    }

    @Test
    void aliasesOfAliasesAreRefused() throws IOException {
        StringBuilder text = new StringBuilder(
                "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\na0: &a0 [x]\n");
        for (int at = 1; at < 40; at++) {
            text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(at, at, at - 1, at - 1));
        }
        Path file =
                Files.write(directory.resolve("aliases.yaml"), text.toString().getBytes(StandardCharsets.UTF_8));

        assertThat(convert(file).exitCode()).isEqualTo(1);
        assertThat(convert(file).err()).contains("aliases.yaml: not YAML: Number of aliases");
    }

    @Test
    void withoutAWordItSaysWhatCanBeConverted() {
        assertThat(Run.colo("convert").err()).contains("colo convert scheduler-config FILE");
        assertThat(Run.colo("status", "-o", "values", "--operator", "http://127.0.0.1:9")
                        .exitCode())
                .isNotZero();
    }
}
