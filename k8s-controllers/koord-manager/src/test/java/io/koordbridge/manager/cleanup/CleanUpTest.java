package io.koordbridge.manager.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.manager.schedulinggate.LeftGates;
import io.koordbridge.manager.server.webhook.WebhookConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CleanUpTest {

    private static final String NAMESPACE = "team";
    private static final Map<String, String> MARKS = Map.of(
            "scheduling.koordinator.sh/eviction-cost", "2147483647",
            "node.koordinator.sh/yarn-eviction-cost", "2147483647");
    private static final LeftGates.Api NO_GATES = new LeftGates.Api() {
        @Override
        public List<LeftGates.Gated> gated() {
            return List.of();
        }

        @Override
        public boolean remove(LeftGates.Gated pod) {
            throw new AssertionError(pod);
        }
    };

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(List.of()), false);
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server.init();
        Config connection = Config.empty();
        connection.setMasterUrl("http://127.0.0.1:" + server.getPort());
        client = new KubernetesClientBuilder().withConfig(connection).build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.destroy();
    }

    private boolean run() throws Exception {
        WebhookConfig webhook =
                new ObjectMapper().readValue("{\"namespace\": \"" + NAMESPACE + "\"}", WebhookConfig.class);
        return new CleanUp(client, webhook, NO_GATES, new CleanUpConfig()).run();
    }

    private void secret(String name) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
    }

    private void configMap(String name) {
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
    }

    private static List<String> names(List<? extends HasMetadata> objects) {
        return objects.stream().map(object -> object.getMetadata().getName()).toList();
    }

    /** The hook of the chart runs without the section {@code pageAuthority}, and an earlier one may have been another. */
    @Test
    void takesTheKeysOfThePagesAwayWhateverIsConfiguredNow() throws Exception {
        List.of(
                        "koordinator-webhook-certs",
                        "koord-bridge-ca",
                        "koord-bridge-pages-koord-manager",
                        "koord-bridge-pages-yarn-operator",
                        "koord-bridge-pages-koord-descheduler",
                        "of-someone-else")
                .forEach(this::secret);
        List.of("koord-bridge-ca", "slo-controller-config").forEach(this::configMap);

        assertThat(run()).isTrue();

        assertThat(names(client.secrets().inNamespace(NAMESPACE).list().getItems()))
                .containsExactly("of-someone-else");
        assertThat(names(client.configMaps().inNamespace(NAMESPACE).list().getItems()))
                .containsExactly("slo-controller-config");
    }

    @Test
    void marksOfNodeManagersPodsGoInAllNamespaces() throws Exception {
        pod("nm-0", "node-manager");
        pod("other", "web");

        assertThat(run()).isTrue();

        // The stand-in keeps a key whose value was taken away.
        assertThat(annotations("nm-0").values()).allMatch(Objects::isNull);
        assertThat(annotations("other")).isEqualTo(MARKS);
    }

    private void pod(String name, String component) {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("hadoop")
                        .addToLabels("app.kubernetes.io/component", component)
                        .withAnnotations(MARKS)
                        .endMetadata()
                        .build())
                .create();
    }

    private Map<String, String> annotations(String pod) {
        Map<String, String> shown = client.pods()
                .inNamespace("hadoop")
                .withName(pod)
                .get()
                .getMetadata()
                .getAnnotations();
        return shown == null ? Map.of() : shown;
    }

    @Test
    void whatIsNotThereIsNoFailure() throws Exception {
        assertThat(run()).isTrue();
        assertThat(run()).isTrue();
    }
}
