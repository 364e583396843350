package io.koordbridge.lab.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.slo.NodeMetric;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class EmbeddedApiServerTest {

    @Test
    void storesPatchesAndWatchesCustomResources() {
        try (EmbeddedApiServer server = new EmbeddedApiServer();
                KubernetesClient client = server.newClient()) {
            List<String> seen = new CopyOnWriteArrayList<>();
            NodeMetric metric = new NodeMetric();
            metric.setMetadata(new ObjectMetaBuilder().withName("n1").build());
            client.resource(metric).create();
            try (var informer = client.resources(NodeMetric.class).inform(new RecordingHandler(seen))) {
                client.resources(NodeMetric.class)
                        .withName("n1")
                        .subresource("status")
                        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":{\"podsMetric\":[]}}");

                Awaitility.await().until(() -> seen.contains("update n1"));
                assertThat(informer.getStore().list()).hasSize(1);
            }
        }
    }

    @Test
    void mergePatchesReplaceListsAndRemoveNulls() {
        try (EmbeddedApiServer server = new EmbeddedApiServer();
                KubernetesClient client = server.newClient()) {
            client.resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName("c")
                            .withNamespace("default")
                            .addToFinalizers("a/b")
                            .endMetadata()
                            .addToData("drop", "1")
                            .addToData("keep", "2")
                            .build())
                    .create();

            ConfigMap after = client.configMaps()
                    .inNamespace("default")
                    .withName("c")
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"metadata\":{\"finalizers\":[\"c/d\"]},\"data\":{\"drop\":null}}");

            assertThat(after.getMetadata().getFinalizers()).containsExactly("c/d");
            assertThat(after.getData()).containsOnlyKeys("keep");
        }
    }

    @Test
    void listsPodsOfANodeAndPossiblyMore() {
        try (EmbeddedApiServer server = new EmbeddedApiServer();
                KubernetesClient client = server.newClient()) {
            client.resource(new PodBuilder()
                            .withNewMetadata()
                            .withName("p")
                            .withNamespace("default")
                            .endMetadata()
                            .withNewSpec()
                            .withNodeName("n1")
                            .endSpec()
                            .build())
                    .create();

            assertThat(client.pods()
                            .inAnyNamespace()
                            .withField("spec.nodeName", "n1")
                            .list()
                            .getItems())
                    .extracting(pod -> pod.getMetadata().getName())
                    .containsExactly("p");
        }
    }

    @Test
    void listensOnLoopbackOnly() {
        try (EmbeddedApiServer server = new EmbeddedApiServer();
                KubernetesClient client = server.newClient()) {
            client.resource(new NodeBuilder()
                            .withNewMetadata()
                            .withName("n1")
                            .endMetadata()
                            .build())
                    .create();

            assertThat(server.url()).startsWith("http://127.0.0.1:");
            assertThat(client.nodes().list().getItems()).hasSize(1);
        }
    }
}
