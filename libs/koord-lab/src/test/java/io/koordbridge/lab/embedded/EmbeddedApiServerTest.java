package io.koordbridge.lab.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
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
