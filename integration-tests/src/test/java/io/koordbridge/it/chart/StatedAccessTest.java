package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What SECURITY.md and docs/guide/access.md say of rights and network policies is what the chart renders. */
class StatedAccessTest {
    private static final Path ROOT = ProjectLayout.find().root();
    private static final int PAGE_PORT = 8080;
    private static final Pattern SETTING = Pattern.compile("--set '(networkPolicy\\.sources\\.pages[^']+)'");
    private static final Pattern CAPABILITY = Pattern.compile("`([A-Z]+(?:_[A-Z]+)*)`");

    private final Chart chart = new Chart();

    @Test
    void theSettingOfThePageLetsItsCallerIn() throws IOException {
        Matcher setting = SETTING.matcher(Files.readString(ROOT.resolve("docs/guide/access.md")));
        assertThat(setting.find()).isTrue();

        assertThat(namespacesThatReachThePage()).isEmpty();
        assertThat(namespacesThatReachThePage(setting.group(1))).containsExactly("team");
    }

    private List<String> namespacesThatReachThePage(String... settings) {
        return Rendered.named(chart.renderWith(settings), NetworkPolicy.class, "yarn-operator")
                .getSpec()
                .getIngress()
                .stream()
                .filter(rule ->
                        rule.getPorts().stream().anyMatch(port -> port.getPort().getIntVal() == PAGE_PORT))
                .flatMap(rule -> rule.getFrom().stream())
                // Replicas of the process itself reach each other.
                .filter(from -> from.getNamespaceSelector() != null)
                .map(from -> from.getNamespaceSelector().getMatchLabels().get("kubernetes.io/metadata.name"))
                .toList();
    }

    @Test
    void theAgentHasTheCapabilitiesThatAreStated() throws IOException {
        String page = Files.readString(ROOT.resolve("SECURITY.md"));
        String agent =
                page.substring(page.indexOf("- koordlet runs as root"), page.indexOf("- The NodeManager plugin"));
        Set<String> stated = new TreeSet<>();
        CAPABILITY.matcher(agent).results().forEach(name -> stated.add(name.group(1)));

        assertThat(Rendered.podTemplates(chart.renderWith())
                        .get("koordlet")
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getSecurityContext()
                        .getCapabilities()
                        .getAdd())
                .containsExactlyInAnyOrderElementsOf(stated);
    }
}
