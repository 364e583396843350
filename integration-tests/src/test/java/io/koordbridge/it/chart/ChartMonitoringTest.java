package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What Prometheus and Grafana get, and where pods may connect to. */
class ChartMonitoringTest {
    private static final Pattern METRIC = Pattern.compile("\\b(?:koord|slo_controller)_[a-z_]+[a-z]\\b");
    private static final Path ROOT = ProjectLayout.find().root();

    private final Chart chart = new Chart();
    private final List<HasMetadata> objects = chart.renderWith(
            Chart.DESCHEDULER,
            "monitoring.services=true",
            "monitoring.podMonitor.enabled=true",
            "monitoring.podMonitor.labels.release=prometheus",
            "monitoring.prometheusRule.enabled=true",
            "monitoring.dashboard.enabled=true");

    private static Set<String> metrics(String text) {
        return METRIC.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String page(String name) throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve(name));
    }

    @Test
    void isLeftOutUnlessAskedFor() {
        assertThat(chart.render(Chart.DEFAULTS))
                .noneMatch(object -> object.getApiVersion().startsWith("monitoring.coreos.com/"))
                .noneMatch(object -> object.getMetadata().getName().contains("dashboard"));
    }

    @Test
    void servicesAndMonitorsAskPortsThatThePodsHave() {
        List<Service> services = Rendered.of(objects, Service.class).stream()
                .filter(service -> service.getMetadata().getName().endsWith("-metrics"))
                .toList();
        assertThat(services)
                .hasSize(5)
                .allSatisfy(service -> assertThat(
                                ports(service.getMetadata().getName().replace("-metrics", "")))
                        .contains(service.getSpec()
                                        .getPorts()
                                        .get(0)
                                        .getTargetPort()
                                        .getStrVal() + " "
                                + service.getSpec().getPorts().get(0).getPort()));

        assertThat(Rendered.of(objects, PodMonitor.class)).hasSize(5).allSatisfy(monitor -> {
            assertThat(monitor.getMetadata().getLabels()).containsEntry("release", "prometheus");
            String port = monitor.getSpec().getPodMetricsEndpoints().get(0).getPort();
            assertThat(ports(monitor.getMetadata().getName())).anyMatch(one -> one.startsWith(port + " "));
        });
    }

    private Stream<String> ports(String component) {
        return Rendered.podTemplates(objects).get(component).getSpec().getContainers().stream()
                .flatMap(container -> container.getPorts().stream())
                .map(port -> port.getName() + " " + port.getContainerPort());
    }

    @Test
    void alarmsAreOfTheOperationsGuide() throws IOException {
        String rules =
                Serialization.asJson(Rendered.of(objects, PrometheusRule.class).get(0));
        Set<String> inTheTable = metrics(page("guide/operations.md")
                .lines()
                .filter(line -> line.startsWith("| `koord_"))
                .collect(Collectors.joining("\n")));

        assertThat(metrics(rules)).hasSizeGreaterThan(12).isSubsetOf(inTheTable);
    }

    @Test
    void theBoardAsksMetricsThatAreDocumented() throws IOException {
        ConfigMap dashboard = Rendered.named(objects, ConfigMap.class, "dashboard");
        JsonNode board = Serialization.unmarshal(dashboard.getData().get("koord-bridge.json"), JsonNode.class);
        String documented = page("reference/koord-manager-metrics.md") + page("reference/yarn-operator-metrics.md");

        assertThat(dashboard.getMetadata().getLabels()).containsEntry("grafana_dashboard", "1");
        assertThat(board.at("/panels")).hasSizeGreaterThan(5);
        assertThat(metrics(board.toString()))
                .isNotEmpty()
                .allSatisfy(metric -> assertThat(documented).contains(metric));
    }

    @Test
    void podsConnectAnywhereUnlessEgressIsLimited() {
        assertThat(Rendered.of(objects, NetworkPolicy.class))
                .allSatisfy(
                        policy -> assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress"));
        List<NetworkPolicy> limited = Rendered.of(chart.render(Chart.allOptions()), NetworkPolicy.class);
        assertThat(limited).hasSize(5).allSatisfy(policy -> {
            assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
            assertThat(policy.getSpec().getEgress())
                    .allMatch(
                            rule -> !rule.getPorts().isEmpty() || !rule.getTo().isEmpty());
        });
        assertThat(Rendered.named(
                                limited.stream().map(HasMetadata.class::cast).toList(), NetworkPolicy.class, "koordlet")
                        .getSpec()
                        .getEgress())
                .hasSize(3);
    }
}
