package io.koordbridge.colo.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses on the user's host: documents, footers of pages and notes of the chart say what colo does. */
class ComponentTest {
    private static final Pattern HERE = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)");
    private static final Set<String> PORTS = Stream.of(
                    LocalPorts.OPERATOR,
                    LocalPorts.MANAGER,
                    LocalPorts.DESCHEDULER,
                    LocalPorts.SCHEDULER_PAGE,
                    LocalPorts.SCHEDULER)
            .map(String::valueOf)
            .collect(Collectors.toSet());

    private static String read(String file) throws IOException {
        return Files.readString(Path.of("..", "..", file));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "docs/quickstart.md",
                "docs/quickstart.zh.md",
                "docs/guide/access.md",
                "docs/guide/explain.md",
                "docs/guide/pages.md",
                "docs/reference/cli.md",
                "charts/koord-bridge/templates/NOTES.txt",
                "k8s-controllers/yarn-operator/src/main/resources/page/index.html",
                "k8s-controllers/koord-manager/src/main/resources/page/index.html"
            })
    void areNamedInDocumentsAsInCode(String file) throws IOException {
        assertThat(HERE.matcher(read(file)).results().map(found -> found.group(1)))
                .isNotEmpty()
                .allMatch(PORTS::contains);
    }

    @ParameterizedTest
    @EnumSource(Component.class)
    void ofAProcessAreInTheGuideAndTheReference(Component component) throws IOException {
        String address = "http://127.0.0.1:" + component.localPagePort();

        assertThat(read("docs/reference/cli.md"))
                .contains("| `%s` | %s |".formatted(component.process(), address))
                .contains("`" + component.onThisHost() + "`");
        assertThat(read("docs/guide/pages.md"))
                .containsPattern("colo page" + (component == Component.OPERATOR ? "" : " " + component.process())
                        + " *# .*" + address);
    }

    @Test
    void leadFromThePagesToTheSchedulers() throws IOException {
        String address = "http://127.0.0.1:" + LocalPorts.SCHEDULER_PAGE;

        for (String process : List.of("yarn-operator", "koord-manager")) {
            assertThat(read("k8s-controllers/" + process + "/src/main/resources/page/index.html"))
                    .contains(address, "colo page " + Component.SCHEDULER.process());
        }
    }

    @Test
    void inTheNotesBelongToTheirPages() throws IOException {
        assertThat(read("charts/koord-bridge/templates/NOTES.txt"))
                .contains("page koord-manager, then http://127.0.0.1:" + LocalPorts.MANAGER)
                .contains("page yarn-operator, then http://127.0.0.1:" + LocalPorts.OPERATOR);
    }
}
