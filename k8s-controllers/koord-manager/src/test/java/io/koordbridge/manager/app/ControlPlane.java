package io.koordbridge.manager.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.dropwizard.testing.ResourceHelpers;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.api.slo.NodeMetric;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** The embedded API server with the objects that the tests use. */
final class ControlPlane implements AutoCloseable {

    private static final Logger REQUESTS = Logger.getLogger("io.fabric8.mockwebserver");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    final Faults faults = new Faults();
    private final KubernetesMockServer server =
            new KubernetesMockServer(new Context(), new MockWebServer(), new HashMap<>(), faults, false);
    final KubernetesClient client;

    ControlPlane() {
        REQUESTS.setLevel(Level.WARNING);
        server.init(InetAddress.getLoopbackAddress(), 0);
        Config config = Config.empty();
        config.setMasterUrl(url());
        client = new KubernetesClientBuilder().withConfig(config).build();
    }

    /**
     * The process at work on this control plane.
     *
     * @param settings over those of the tests' configuration, such as {@code webhook.enabled=false}
     */
    DropwizardTestSupport<ManagerConfiguration> startManager(String... settings) throws Exception {
        DropwizardTestSupport<ManagerConfiguration> process = new DropwizardTestSupport<>(
                ManagerProcess.class,
                ResourceHelpers.resourceFilePath("koord-manager-test.yaml"),
                Stream.concat(Stream.of("kubernetes.apiServer=" + url()), Stream.of(settings))
                        .map(ControlPlane::override)
                        .toArray(ConfigOverride[]::new));
        process.before();
        return process;
    }

    private static ConfigOverride override(String setting) {
        int end = setting.indexOf('=');
        return ConfigOverride.config(setting.substring(0, end), setting.substring(end + 1));
    }

    String url() {
        return "http://127.0.0.1:" + server.getPort();
    }

    /** Where the webhook keeps its certificates, null before it has some. */
    Secret webhookSecret() {
        return client.secrets()
                .inNamespace("koordinator-system")
                .withName("koordinator-webhook-certs")
                .get();
    }

    int requestCount() {
        return server.getRequestCount();
    }

    void configure(String colocation) {
        configure(Map.of("colocation-config", colocation));
    }

    /** Suppression is on wherever capacity is configured, unless the data say otherwise. */
    void configure(Map<String, String> data) {
        Map<String, String> all = new HashMap<>(data);
        if (data.containsKey("colocation-config")) {
            all.putIfAbsent("resource-threshold-config", "{\"clusterStrategy\": {\"enable\": true}}");
        }
        store(all);
    }

    /** The data as they are. */
    void store(Map<String, String> data) {
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace("koordinator-system")
                        .withName("slo-controller-config")
                        .endMetadata()
                        .withData(data)
                        .build())
                .createOr(io.fabric8.kubernetes.client.dsl.NonDeletingOperation::update);
    }

    void createNode(String name) {
        Map<String, Quantity> resources = Map.of("cpu", new Quantity("16"), "memory", new Quantity("64Gi"));
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewStatus()
                        .withCapacity(resources)
                        .withAllocatable(resources)
                        .endStatus()
                        .build())
                .create();
    }

    Node node(String name) {
        return client.nodes().withName(name).get();
    }

    long batchMilliCpu(String name) {
        Quantity quantity = node(name).getStatus().getAllocatable().get("kubernetes.io/batch-cpu");
        return quantity == null ? -1 : quantity.getNumericalAmount().longValueExact();
    }

    String annotation(String name, String key) {
        Map<String, String> annotations = node(name).getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get(key);
    }

    void annotate(String name, String key, String value) {
        client.nodes()
                .withName(name)
                .patch(MERGE, "{\"metadata\":{\"annotations\":{\"%s\":%s}}}".formatted(key, quoted(value)));
    }

    /** Somebody else writes an amount that a node offers. */
    void showAllocatable(String name, String resource, String amount) {
        client.nodes()
                .withName(name)
                .subresource("status")
                .patch(MERGE, "{\"status\":{\"allocatable\":{\"%s\":\"%s\"}}}".formatted(resource, amount));
    }

    void label(String name, String key, String value) {
        client.nodes()
                .withName(name)
                .patch(MERGE, "{\"metadata\":{\"labels\":{\"%s\":%s}}}".formatted(key, quoted(value)));
    }

    /** What the node agent writes every period. */
    void report(String name, String systemCpu, Instant at) {
        String status = """
                {"status": {"updateTime": "%s",
                 "nodeMetric": {"nodeUsage": {"resources": {"cpu": "%s", "memory": "4Gi"}},
                                "systemUsage": {"resources": {"cpu": "%s", "memory": "4Gi"}}}}}
                """.formatted(at.truncatedTo(ChronoUnit.SECONDS), systemCpu, systemCpu);
        client.resources(NodeMetric.class).withName(name).subresource("status").patch(MERGE, status);
    }

    static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static String quoted(String value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(value, e);
        }
    }

    @Override
    public void close() {
        client.close();
        server.destroy();
    }

    /** What a process under test answers. */
    static HttpResponse<String> get(int port, String path) {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
