package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The quick start in both languages: the same blocks, manifests that are objects, and values that the charts have. */
class QuickstartPagesTest {
    private static final Path ROOT = ProjectLayout.find().root();
    private static final Pattern BLOCK = Pattern.compile("```([a-z]+)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern INSTALL =
            Pattern.compile("helm (?:install|upgrade) (\\S+) (charts/\\S+)-([0-9.]+)\\.tgz -n (\\S+)([^\n]*)");
    private static final Pattern SETTING = Pattern.compile("--set (\\S+?)=(\\S+)");

    private record Block(String kind, String text) {}

    @Test
    void haveTheSameBlocksInBothLanguages() throws IOException {
        assertThat(blocks("quickstart.zh.md")).hasSizeGreaterThan(10).isEqualTo(blocks("quickstart.md"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"quickstart.md", "quickstart.zh.md"})
    void showManifestsThatAreObjects(String page) throws IOException {
        List<HasMetadata> objects = blocks(page).stream()
                .filter(block -> block.kind().equals("yaml") && block.text().startsWith("apiVersion:"))
                .flatMap(block -> Chart.parse(block.text()).stream())
                .toList();

        assertThat(objects)
                .extracting(HasMetadata::getKind)
                .contains("ClusterColocationProfile", "Job", "CronJob", "Pod", "Namespace");
        assertThat(objects).allMatch(object -> object.getMetadata().getName() != null);
    }

    @Test
    void installChartsWithValuesThatTheyHave() throws IOException {
        List<MatchResult> installs = blocks("quickstart.md").stream()
                .filter(block -> block.kind().equals("bash"))
                .map(block -> block.text().replace("\\\n", ""))
                .flatMap(text -> INSTALL.matcher(text).results())
                .toList();

        assertThat(installs)
                .extracting(install -> install.group(2))
                .containsExactly("charts/koord-bridge", "charts/hadoop-yarn");
        assertThat(installs).allSatisfy(install -> {
            assertThat(Files.readString(ROOT.resolve(install.group(2)).resolve("Chart.yaml")))
                    .as("versions of archives are those of the charts")
                    .contains("\nversion: " + install.group(3) + "\n");
            TemplateCommand template = new Helm(ROOT.resolve(install.group(2)))
                    .template()
                    .withName(install.group(1))
                    .withNamespace(install.group(4))
                    .withKubeVersion("v1.35.4");
            SETTING.matcher(install.group(5)).results().forEach(one -> template.set(one.group(1), one.group(2)));
            assertThat(template.call()).contains("kind: ConfigMap");
        });
    }

    @Test
    void showValuesThatTheChartHas(@TempDir Path directory) throws IOException {
        List<Block> values = blocks("quickstart.md").stream()
                .filter(block -> block.kind().equals("yaml") && !block.text().startsWith("apiVersion:"))
                .toList();

        assertThat(values).singleElement().satisfies(block -> {
            Path file = Files.writeString(directory.resolve("values.yaml"), block.text());
            assertThat(new Helm(ROOT.resolve("charts/koord-bridge"))
                            .template()
                            .withKubeVersion("v1.35.4")
                            .withNamespace("koordinator-system")
                            .withValuesFile(file)
                            .set("image.registry", "registry.example.com")
                            .set("colocation.enabled", "true")
                            .call())
                    .contains("vcoreRatio: 4");
        });
    }

    @Test
    void areFoundFromTheReadme() throws IOException {
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("docs/quickstart.md", "docs/quickstart.zh.md");
    }

    private static List<Block> blocks(String page) throws IOException {
        String text = Files.readString(ROOT.resolve("docs").resolve(page));
        Stream<MatchResult> found = BLOCK.matcher(text).results();
        return found.map(block -> new Block(block.group(1), block.group(2))).toList();
    }
}
