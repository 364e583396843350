package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Scrapes, dashboards and alerts that were made for the reference go on with the shipped configuration. */
class ShippedMetricsTest {

    private static final Path SHIPPED = Path.of("src/main/dist/conf/koord-manager.yaml");

    /** Of a manager that has looked at a node and got no review yet. */
    private static final List<String> NAMES = List.of(
            "koordinator_manager_is_leader",
            "slo_controller_node_resource_reconcile_count",
            "slo_controller_node_resource_run_plugin_status",
            "slo_controller_node_extended_resource_allocatable_internal",
            "slo_controller_nodemetric_reconcile_count",
            "slo_controller_nodemetric_spec_parse_count",
            "slo_controller_nodeslo_reconcile_count",
            "slo_controller_nodeslo_spec_parse_count",
            "controller_runtime_reconcile_total",
            "controller_runtime_reconcile_errors_total",
            "controller_runtime_reconcile_time_seconds",
            "controller_runtime_max_concurrent_reconciles",
            "controller_runtime_active_workers",
            "workqueue_depth",
            "workqueue_adds_total",
            "workqueue_retries_total",
            "workqueue_queue_duration_seconds",
            "workqueue_work_duration_seconds",
            "workqueue_unfinished_work_seconds",
            "workqueue_longest_running_processor_seconds",
            "rest_client_requests_total");

    private final ControlPlane plane = new ControlPlane();
    private final DropwizardTestSupport<ManagerConfiguration> process = new DropwizardTestSupport<>(
            ManagerProcess.class,
            SHIPPED.toString(),
            ConfigOverride.config("kubernetes.apiServer", plane.url()),
            ConfigOverride.config("leaderElection.enabled", "false"),
            ConfigOverride.config("webhook.enabled", "false"),
            ConfigOverride.config("server.applicationConnectors[0].port", "0"),
            ConfigOverride.config("server.adminConnectors[0].port", "0"));

    @AfterEach
    void stop() {
        process.after();
        plane.close();
    }

    @Test
    void areServedOnPort8080() throws IOException {
        JsonNode connectors =
                new ObjectMapper(new YAMLFactory()).readTree(SHIPPED.toFile()).at("/server/applicationConnectors");

        assertThat(connectors).hasSize(1);
        assertThat(connectors.at("/0/port").asInt()).isEqualTo(8080);
        assertThat(connectors.at("/0/type").asText()).isEqualTo("http");
    }

    @Test
    void areServedThereUnderTheNamesOfTheReference() throws Exception {
        plane.configure("{\"enable\": true}");
        plane.createNode("n1");
        process.before();
        // The embedded server does not tell a watch of what came between its list and its beginning.
        await().ignoreExceptions().until(() -> {
            plane.report("n1", "1", Instant.now());
            return plane.batchMilliCpu("n1") == 8600;
        });

        await().untilAsserted(() -> assertThat(families()).containsAll(NAMES));
        assertThat(text())
                .contains(
                        "controller_runtime_reconcile_time_seconds_sum{",
                        "controller_runtime_reconcile_time_seconds_count{")
                .contains(
                        "slo_controller_node_extended_resource_allocatable_internal{node=\"n1\",resource=\"kubernetes.io/batch-cpu\"");
    }

    private List<String> families() {
        return text().lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ")[2])
                .toList();
    }

    /** What the port of pages and API answers, which is 8080 as shipped. */
    private String text() {
        return ControlPlane.get(process.getLocalPort(), "/metrics").body();
    }
}
