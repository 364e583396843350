package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scrapes that were made for the reference ask koord-manager on 8080: the chart serves, names and opens that port. */
class MetricsPortTest {

    private static final String MANAGER = "koord-manager";
    private static final int PORT = 8080;

    private final List<HasMetadata> release = new Chart().render(Chart.DEFAULTS);

    @Test
    void koordManagerListensOn8080() throws IOException {
        String config = Rendered.named(release, ConfigMap.class, MANAGER + "-config")
                .getData()
                .get("config.yaml");
        JsonNode connector = new YAMLMapper().readTree(config).at("/server/applicationConnectors/0");

        assertThat(connector.path("port").asInt()).isEqualTo(PORT);
        assertThat(connector.path("bindHost").asText("0.0.0.0")).isEqualTo("0.0.0.0");
    }

    @Test
    void itsPodNamesThePortAndItsPolicyLetsTheReadersOfMetricsIn() {
        Container container = Rendered.named(release, Deployment.class, MANAGER)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .get(0);
        NetworkPolicy policy = Rendered.named(release, NetworkPolicy.class, MANAGER);

        assertThat(container.getPorts())
                .extracting(ContainerPort::getName, ContainerPort::getContainerPort)
                .contains(tuple("http", PORT));
        assertThat(policy.getSpec().getIngress()).anySatisfy(rule -> {
            assertThat(rule.getFrom()).isNotEmpty();
            assertThat(rule.getPorts())
                    .extracting(NetworkPolicyPort::getPort)
                    .anyMatch(port -> port.getIntVal() != null && port.getIntVal() == PORT);
        });
    }
}
