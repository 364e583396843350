package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process in a cluster has the server and the log that it was measured and tested with. */
class ChartConfigurationsTest {

    private static final YAMLMapper YAML = new YAMLMapper();

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "koord-manager, k8s-controllers/koord-manager",
        "yarn-operator, k8s-controllers/yarn-operator",
        "koord-descheduler, k8s-controllers/koord-descheduler",
        "koord-scheduler, scheduler-plugins"
    })
    void sayOfServerAndLogWhatTheShippedFileSays(String component, String module) throws IOException {
        JsonNode shipped = YAML.readTree(
                Path.of("..", module, "src/main/dist/conf", component + ".yaml").toFile());
        JsonNode rendered = YAML.readTree(
                Rendered.named(new Chart().renderWith(Chart.DESCHEDULER), ConfigMap.class, component + "-config")
                        .getData()
                        .get("config.yaml"));

        assertThat(rendered.path("logging")).isEqualTo(shipped.path("logging"));
        assertThat(withoutHosts(rendered)).isEqualTo(withoutHosts(shipped));
    }

    @Test
    void managerAndSchedulerAgreeWhichQuotasMayTakeThePodsOfOtherNamespaces() throws IOException {
        for (boolean further : new boolean[] {false, true}) {
            List<HasMetadata> release = new Chart()
                    .renderWith(
                            "scheduler.enabled=true",
                            further ? "quotaNamespaces[0]=quotas" : "colocation.enabled=false");
            String[] expected = further
                    ? new String[] {"koordinator-system", "kube-system", "quotas"}
                    : new String[] {"koordinator-system", "kube-system"};

            assertThat(texts(configuration(release, "koord-manager").path("quotaNamespaces")))
                    .containsExactly(expected);
            assertThat(texts(configuration(release, "koord-scheduler").at("/quota/quotaNamespaces")))
                    .containsExactly(expected);
        }
    }

    private static JsonNode configuration(List<HasMetadata> release, String component) throws IOException {
        return YAML.readTree(Rendered.named(release, ConfigMap.class, component + "-config")
                .getData()
                .get("config.yaml"));
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(one -> texts.add(one.asText()));
        return texts;
    }

    /** In a pod the probes come from outside; elsewhere some ports are open to the machine alone. */
    private static JsonNode withoutHosts(JsonNode configuration) {
        JsonNode server = configuration.path("server").deepCopy();
        server.findParents("bindHost").forEach(connector -> ((ObjectNode) connector).remove("bindHost"));
        return server;
    }
}
