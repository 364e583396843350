package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.testkit.await.PatientAwaits;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processes do their work with the configuration and the rights of the chart, and with no others. */
@Tag("versions-kubernetes")
class ProcessRightsIT {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String NODE = "worker";
    private static final String AGENT_NODE = "worker-with-agent";
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Chart CHART = new Chart();
    private static RealControlPlane controlPlane;

    @TempDir
    private Path temp;

    @BeforeAll
    static void install() throws Exception {
        controlPlane = ControlPlaneGate.share();
        CHART.installWith(Files.readString(controlPlane.kubeconfig()), Chart.DESCHEDULER);
        controlPlane.createNode(NODE, Map.of("cpu", "8", "memory", "16Gi", "pods", "110"));
    }

    @Test
    void theManagerServesItsNodesAndRegistersItsWebhook() throws Exception {
        KubernetesClient client = controlPlane.client();
        int adminPort = FreePorts.find(1).get(0);
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
    void theManagerServesItsNodesWithoutRightsOfAWebhookThatIsOff() throws Exception {
        String node = "worker-without-webhook";
        String kubeconfig = Files.readString(controlPlane.kubeconfig());
        String off = "manager.webhook.enabled=false";
        JavaCommand manager = Executables.command(
                "koord-manager", "k8s-controllers/koord-manager", "io.koordbridge.manager.app.ManagerMain");
        AccessQuestion secrets =
                new AccessQuestion("koord-manager", "create", null, "secrets", WellKnown.NAMESPACE, null);
        int adminPort = FreePorts.find(1).get(0);

        controlPlane.createNode(node, Map.of("cpu", "8", "memory", "16Gi", "pods", "110"));
        CHART.upgradeWith(kubeconfig, Chart.DESCHEDULER, off);
        try {
            await().atMost(SOON).until(() -> !secrets.isAllowedBy(controlPlane.client()));
            try (ChildProcess process = start(manager, "koord-manager", CHART.renderWith(off), adminPort)) {
                awaitHealthy(process, adminPort);
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(controlPlane
                                        .client()
                                        .resources(NodeSLO.class)
                                        .withName(node)
                                        .get())
                                .isNotNull());
                assertWasNeverRefused(process);
            }
        } finally {
            CHART.upgradeWith(kubeconfig, Chart.DESCHEDULER);
            await().atMost(SOON).until(() -> secrets.isAllowedBy(controlPlane.client()));
        }
    }

    @Test
    void theDeschedulerStandsForElectionAndSeesTheWholeCluster() throws Exception {
        int adminPort = FreePorts.find(1).get(0);
        JavaCommand descheduler = Executables.command(
                "koord-descheduler",
                "k8s-controllers/koord-descheduler",
                "io.koordbridge.descheduler.app.DeschedulerMain");

        try (ChildProcess process = start(descheduler, "koord-descheduler", adminPort)) {
            awaitHealthy(process, adminPort);

            await().atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(leaseHolder(WellKnown.DESCHEDULER_LEASE)).isNotBlank());
            assertWasNeverRefused(process);
        }
    }

    @Test
    void theExtenderSeesTheWholeCluster() throws Exception {
        int adminPort = FreePorts.find(1).get(0);
        JavaCommand extender = Executables.command(
                "koord-scheduler", "scheduler-plugins", "io.koordbridge.scheduler.app.SchedulerMain");

        try (ChildProcess process = start(extender, "koord-scheduler", adminPort)) {
            awaitHealthy(process, adminPort);

            assertWasNeverRefused(process);
        }
    }

    @Test
    void pagesAreShownToTokensOfThoseWhoHaveTheReadersRole() throws Exception {
        KubernetesClient client = controlPlane.client();
        client.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("reader")
                        .withNamespace(WellKnown.NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
        client.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName("reader")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "koord-bridge-reader")
                        .addNewSubject("", "ServiceAccount", "reader", WellKnown.NAMESPACE)
                        .build())
                .create();
        ServiceAccounts accounts = new ServiceAccounts(controlPlane);
        int adminPort = FreePorts.find(1).get(0);
        JavaCommand extender = Executables.command(
                "koord-scheduler", "scheduler-plugins", "io.koordbridge.scheduler.app.SchedulerMain");

        try (ChildProcess process = start(extender, "koord-scheduler", adminPort)) {
            awaitHealthy(process, adminPort);

            assertThat(fromElsewhere(adminPort, "none")).isEqualTo(401);
            assertThat(fromElsewhere(adminPort, "Bearer made.up.token")).isEqualTo(401);
            assertThat(fromElsewhere(adminPort, "Bearer " + accounts.token("koordlet")))
                    .isEqualTo(403);
            String token = accounts.token("reader");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(fromElsewhere(adminPort, "Bearer " + token))
                            .isEqualTo(200));
            assertWasNeverRefused(process);
        }
    }

    /** As through a proxy on this host: the tests listen on loopback only. */
    private static int fromElsewhere(int adminPort, String authorization) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/apis/v1/nodes"))
                .header("X-Forwarded-For", "192.0.2.1")
                .header("Authorization", authorization)
                .timeout(PatientAwaits.PATIENCE)
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    @Test
    void theOperatorSeesTheWholeClusterAlsoWithoutAResourceManager() throws Exception {
        int adminPort = FreePorts.find(1).get(0);
        int nobodyListens = FreePorts.find(1).get(0);
        Path hadoop = Files.createDirectories(temp.resolve("hadoop"));
        Files.writeString(hadoop.resolve("yarn-site.xml"), """
                <configuration>
                  <property><name>yarn.resourcemanager.address</name><value>127.0.0.1:%1$d</value></property>
                  <property><name>yarn.resourcemanager.admin.address</name><value>127.0.0.1:%1$d</value></property>
                </configuration>
                """.formatted(nobodyListens));
        JavaCommand operator = Executables.command(
                "yarn-operator", "k8s-controllers/yarn-operator", "io.koordbridge.yarnoperator.app.YarnOperatorMain");

        try (ChildProcess process = start(operator, "yarn-operator", adminPort, "hadoop.confDir=" + hadoop)) {
            await().atMost(SOON).ignoreExceptionsInstanceOf(IOException.class).untilAsserted(() -> {
                JsonNode health = Serialization.unmarshal(health(adminPort).body(), JsonNode.class);
                assertThat(health.at("/caches/healthy").asBoolean())
                        .as(health + "\n" + process.logTail(20))
                        .isTrue();
                assertThat(health.at("/resource-managers/healthy").asBoolean(true))
                        .isFalse();
                assertThat(leaseHolder(WellKnown.YARN_OPERATOR_LEASE)).isNotBlank();
            });
            assertWasNeverRefused(process);
        }
    }

    private static String leaseHolder(String name) {
        Lease lease = controlPlane
                .client()
                .leases()
                .inNamespace(WellKnown.NAMESPACE)
                .withName(name)
                .get();
        return lease == null ? "" : lease.getSpec().getHolderIdentity();
    }

    @Test
    void theAgentReportsForItsNode() throws Exception {
        KubernetesClient client = controlPlane.client();
        NodeMetric metric = new NodeMetric();
        metric.getMetadata().setName(AGENT_NODE);
        metric.setSpec(new NodeMetricSpec(new MetricCollectPolicy(10L, 1L, null, null)));
        controlPlane.createNode(AGENT_NODE, Map.of("cpu", "8", "memory", "16Gi", "pods", "110"));
        client.resource(metric).create();
        JavaCommand agent =
                Executables.command("koordlet", "koordlet-agent", "io.koordbridge.koordlet.app.KoordletMain");

        try (ChildProcess process = startAgent(agent)) {
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(client.resources(NodeMetric.class)
                                    .withName(AGENT_NODE)
                                    .get()
                                    .getStatus())
                            .as(process.logTail(20))
                            .isNotNull()
                            .satisfies(status -> assertThat(status.updateTime()).isNotNull()));
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(Files.readString(process.logFile()))
                            .contains("nodes: listed objects=1 ", "pods: listed objects=1 ", "nodeslos: listed")
                            .contains("nodemetrics: listed objects=1 ", "noderesourcetopologies: listed"));
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(client.resources(NodeResourceTopology.class)
                                    .withName(AGENT_NODE)
                                    .get())
                            .as(process.logTail(20))
                            .isNotNull()
                            .satisfies(
                                    topology -> assertThat(topology.getZones()).isNotEmpty()));
            assertWasNeverRefused(process);
        }
    }

    /** Observes this machine, that is, writes to no control group of it. */
    private ChildProcess startAgent(JavaCommand command) throws IOException {
        ConfigMap rendered = Rendered.named(CHART.render(Chart.DEFAULTS), ConfigMap.class, "koordlet-config");
        ObjectNode config = Serialization.unmarshal(rendered.getData().get("config.yaml"), ObjectNode.class);
        config.withObject("/audit").put("directory", temp.resolve("audit").toString());
        config.withObject("/yarn").put("socketDirectory", temp.resolve("yarn").toString());
        Path kubelet = Files.createDirectories(temp.resolve("kubelet"));
        Files.writeString(kubelet.resolve("config.yaml"), "cpuManagerPolicy: none\n");
        config.withObject("/kubernetes/kubelet").put("directory", kubelet.toString());
        config.withObject("/report").put("minIntervalSeconds", 1).put("minAggregateSeconds", 10);
        Path file = Files.writeString(temp.resolve("koordlet.yaml"), Serialization.asYaml(config));
        Path kubeconfig = Files.writeString(
                temp.resolve("kubeconfig"), new ServiceAccounts(controlPlane).kubeconfigOfPod("koordlet", AGENT_NODE));
        List<String> arguments = new ArrayList<>(List.of("--config", file.toString()));
        arguments.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        arguments.addAll(List.of("--node-name", AGENT_NODE, "--observe-only", "--admin-port", "0"));
        arguments.addAll(List.of("--cgroup-root", "/sys/fs/cgroup", "--proc-root", "/proc", "--sys-root", "/sys"));
        return command.arguments(arguments).start(temp, temp.resolve("koordlet.log"));
    }

    private ChildProcess start(JavaCommand command, String component, int adminPort, String... settings)
            throws IOException {
        return start(command, component, CHART.renderWith(Chart.DESCHEDULER), adminPort, settings);
    }

    private ChildProcess start(
            JavaCommand command, String component, List<HasMetadata> release, int adminPort, String... settings)
            throws IOException {
        ConfigMap config = Rendered.named(release, ConfigMap.class, component + "-config");
        Path file =
                Files.writeString(temp.resolve("config.yaml"), config.getData().get("config.yaml"));
        Path kubeconfig =
                Files.writeString(temp.resolve("kubeconfig"), new ServiceAccounts(controlPlane).kubeconfig(component));
        List<String> arguments =
                new ArrayList<>(List.of("--config", file.toString(), "--kubeconfig", kubeconfig.toString()));
        List<String> here = new ArrayList<>(List.of(settings));
        here.add("server.applicationConnectors[0].port=0");
        here.add("server.applicationConnectors[0].bindHost=127.0.0.1");
        here.add("server.adminConnectors[0].port=" + adminPort);
        here.add("server.adminConnectors[0].bindHost=127.0.0.1");
        here.forEach(setting -> arguments.addAll(List.of("--set", setting)));
        return command.arguments(arguments).start(temp, temp.resolve(component + ".log"));
    }

    private static void awaitHealthy(ChildProcess process, int adminPort) {
        await().atMost(SOON).ignoreExceptionsInstanceOf(IOException.class).untilAsserted(() -> {
            HttpResponse<String> answer = health(adminPort);
            assertThat(answer.statusCode())
                    .as(answer.body() + "\n" + process.logTail(20))
                    .isEqualTo(200);
        });
    }

    private static HttpResponse<String> health(int adminPort) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/healthcheck"))
                .timeout(PatientAwaits.PATIENCE)
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void assertWasNeverRefused(ChildProcess process) throws IOException {
        assertThat(Files.readAllLines(process.logFile()))
                .isNotEmpty()
                .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("forbidden"));
    }
}
