package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.LoopbackPorts;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.protocol.WellKnown;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processes do their work with the configuration and the rights of the chart, and with no others. */
class ProcessRightsIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String NODE = "worker";
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Chart CHART = new Chart();
    private static RealControlPlane controlPlane;

    @TempDir
    private Path temp;

    @BeforeAll
    static void install() throws Exception {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        CHART.install(Files.readString(controlPlane.kubeconfig()));
        controlPlane.createNode(NODE, Map.of("cpu", "8", "memory", "16Gi", "pods", "110"));
    }

    @AfterAll
    static void stop() {
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    @Test
    void theManagerServesItsNodesAndRegistersItsWebhook() throws Exception {
        KubernetesClient client = controlPlane.client();
        int adminPort = LoopbackPorts.free(1).get(0);
        JavaCommand manager = Executables.command(
                "koord-manager", "k8s-controllers/koord-manager", "io.koordbridge.manager.app.ManagerMain");

        try (ChildProcess process =
                start(manager, "koord-manager", adminPort, "webhook.port=0", "webhook.bindHost=127.0.0.1")) {
            awaitHealthy(process, adminPort);

            await().atMost(SOON).untilAsserted(() -> {
                assertThat(client.resources(NodeMetric.class).withName(NODE).get())
                        .isNotNull();
                assertThat(client.resources(NodeSLO.class).withName(NODE).get()).isNotNull();
                assertThat(client.admissionRegistration()
                                .v1()
                                .mutatingWebhookConfigurations()
                                .withName("koordinator-mutating-webhook-configuration")
                                .get()
                                .getWebhooks())
                        .allMatch(webhook -> webhook.getClientConfig().getCaBundle() != null);
            });
            assertWasNeverRefused(process);
        }
    }

    @Test
    void theExtenderSeesTheWholeCluster() throws Exception {
        int adminPort = LoopbackPorts.free(1).get(0);
        JavaCommand extender = Executables.command(
                "koord-scheduler", "scheduler-plugins", "io.koordbridge.scheduler.app.SchedulerMain");

        try (ChildProcess process = start(extender, "koord-scheduler", adminPort)) {
            awaitHealthy(process, adminPort);

            assertWasNeverRefused(process);
        }
    }

    private ChildProcess start(JavaCommand command, String component, int adminPort, String... settings)
            throws IOException {
        ConfigMap config = Rendered.named(CHART.render(Chart.DEFAULTS), ConfigMap.class, component + "-config");
        Path file =
                Files.writeString(temp.resolve("config.yaml"), config.getData().get("config.yaml"));
        List<String> arguments = new ArrayList<>(List.of(
                "--config",
                file.toString(),
                "--kubeconfig",
                kubeconfig(component).toString()));
        List<String> here = new ArrayList<>(List.of(settings));
        here.add("server.applicationConnectors[0].port=0");
        here.add("server.applicationConnectors[0].bindHost=127.0.0.1");
        here.add("server.adminConnectors[0].port=" + adminPort);
        here.add("server.adminConnectors[0].bindHost=127.0.0.1");
        here.forEach(setting -> arguments.addAll(List.of("--set", setting)));
        return command.arguments(arguments).start(temp, temp.resolve(component + ".log"));
    }

    /** The administrator's kubeconfig with the service account's token in it. */
    private Path kubeconfig(String account) throws IOException {
        String token = controlPlane
                .client()
                .serviceAccounts()
                .inNamespace(WellKnown.NAMESPACE)
                .withName(account)
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(3600L)
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
        String text = Files.readString(controlPlane.kubeconfig()).replace(controlPlane.adminToken(), token);
        return Files.writeString(temp.resolve(account + ".kubeconfig"), text);
    }

    private static void awaitHealthy(ChildProcess process, int adminPort) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/healthcheck"))
                .timeout(Duration.ofSeconds(5))
                .build();
        await().atMost(SOON).ignoreExceptionsInstanceOf(IOException.class).untilAsserted(() -> {
            HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode())
                    .as(answer.body() + "\n" + process.logTail(20))
                    .isEqualTo(200);
        });
    }

    private static void assertWasNeverRefused(ChildProcess process) throws IOException {
        assertThat(Files.readAllLines(process.logFile()))
                .isNotEmpty()
                .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("forbidden"));
    }
}
