package io.koordbridge.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.write.MetadataPatch;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ObjectPatcherTest {

    private final MetricRegistry metrics = new MetricRegistry();
    private final EmptyCluster cluster = EmptyCluster.start("edge-test");
    private final KubernetesMockServer server = cluster.server();
    private final KubernetesClient client = cluster.client();

    @BeforeEach
    void start() {
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName("n1")
                        .addToAnnotations("keep", "1")
                        .addToAnnotations("drop", "1")
                        .endMetadata()
                        .withNewStatus()
                        .addToAllocatable("cpu", new Quantity("4"))
                        .endStatus()
                        .build())
                .create();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void changesOnlyTheNamedAnnotations() {
        Map<String, String> change = new HashMap<>();
        change.put("drop", null);
        change.put("new", "x");

        new ObjectPatcher(client, metrics).patchAnnotations(n1(), change, null);

        Node node = client.nodes().withName("n1").get();
        Map<String, String> after = node.getMetadata().getAnnotations();
        assertThat(after).containsEntry("keep", "1").containsEntry("new", "x");
        assertThat(after.get("drop")).isNull();
    }

    @Test
    void patchesWithoutReadingFirst() throws InterruptedException {
        int before = server.getRequestCount();

        new ObjectPatcher(client, metrics).patchAnnotations(n1(), Map.of("a", "1"), null);

        assertThat(server.getRequestCount() - before).isEqualTo(1);
        assertThat(server.getLastRequest().getMethod()).isEqualTo("PATCH");
    }

    private static ObjectAddress<Node> n1() {
        return ObjectAddress.of(Node.class, "n1");
    }

    @Test
    void aRefusalCarriesItsCodeAndWhatTheServerSaid() {
        ObjectPatcher patcher = new ObjectPatcher(client, metrics);
        ObjectAddress<Node> absent = ObjectAddress.of(Node.class, "absent");

        assertThatThrownBy(() -> patcher.patchAnnotations(absent, Map.of("a", "1"), null))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refusal -> assertThat(refusal.getCode()).isEqualTo(404))
                .hasMessageContaining("PATCH")
                .hasMessageContaining("api/v1/nodes/absent");
    }

    @Test
    void changesTheStatusOfANode() {
        Map<String, Object> allocatable = Map.of("kubernetes.io/batch-cpu", "1500");

        new ObjectPatcher(client, metrics)
                .patchStatus(n1(), Map.of("allocatable", allocatable), MetadataPatch.NONE, null);

        Map<String, Quantity> after =
                client.nodes().withName("n1").get().getStatus().getAllocatable();
        assertThat(after)
                .containsEntry("kubernetes.io/batch-cpu", new Quantity("1500"))
                .containsKey("cpu");
    }

    @Test
    void failsAtOnceWhenThePreconditionIsStale() {
        ObjectPatcher patcher = new ObjectPatcher(client, metrics);
        String old = client.nodes().withName("n1").get().getMetadata().getResourceVersion();
        patcher.patchAnnotations(n1(), Map.of("a", "1"), null);

        assertThatThrownBy(() -> patcher.patchAnnotations(n1(), Map.of("a", "2"), old))
                .isInstanceOf(KubernetesClientException.class);
    }

    @Test
    void replacesValuesInPlaceAndNothingElse() {
        Node node = client.nodes().withName("n1").get();

        new ObjectPatcher(client, metrics)
                .replaceValues(
                        client.nodes().withName("n1"),
                        Map.of("/metadata/annotations/keep", "2"),
                        node.getMetadata().getResourceVersion());

        assertThat(client.nodes().withName("n1").get().getMetadata().getAnnotations())
                .containsEntry("keep", "2")
                .containsEntry("drop", "1");
    }

    @Test
    void countsFailuresByPartAndCode() {
        ObjectPatcher patcher = new ObjectPatcher(client, metrics);

        assertThatThrownBy(
                        () -> patcher.patchAnnotations(ObjectAddress.of(Node.class, "absent"), Map.of("a", "1"), "7"))
                .isInstanceOf(KubernetesClientException.class);

        assertThat(metrics.counter(MetricNames.of("koord_api_patch_failures_total", "part", "metadata", "code", "404"))
                        .getCount())
                .isEqualTo(1);
        assertThat(metrics.timer(MetricNames.of("koord_api_patch_seconds", "part", "metadata"))
                        .getCount())
                .isEqualTo(1);
    }
}
