package io.koordbridge.yarnoperator.app;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ResourceListDocument;
import io.koordbridge.api.document.node.Origin;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.yarnoperator.conversion.ThirdPartyEntries;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An API server over HTTP and, like the manager, someone who publishes pods' share whenever the reservation changes. */
public final class SmallCluster implements AutoCloseable {

    public static final String NODE = "node-1";
    private final KubernetesMockServer server;
    private final KubernetesClient client;
    private SharedIndexInformer<Node> manager;

    private volatile boolean refusesPatches;

    /** Takes all that is asked, but patches while they are refused. */
    private final class Rights extends KubernetesCrudDispatcher {

        Rights() {
            super(List.of());
        }

        @Override
        public MockResponse dispatch(RecordedRequest request) {
            return refusesPatches && "PATCH".equals(request.getMethod())
                    ? new MockResponse().setResponseCode(403)
                    : super.dispatch(request);
        }
    }

    public SmallCluster() {
        server = new KubernetesMockServer(new Context(), new MockWebServer(), new HashMap<>(), new Rights(), false);
        server.init();
        client = KubeClients.connect(new KubeConnection(null, url(), Duration.ofSeconds(5), 8), "small-cluster");
    }

    String url() {
        return "http://127.0.0.1:" + server.getPort();
    }

    void refusePatches(boolean refuse) {
        refusesPatches = refuse;
    }

    public KubernetesClient client() {
        return client;
    }

    void addNode(BatchAmount origin) {
        addNode(NODE, origin);
        manager = client.nodes().withName(NODE).inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Node node) {
                publish(node);
            }

            @Override
            public void onUpdate(Node before, Node after) {
                publish(after);
            }

            @Override
            public void onDelete(Node node, boolean unknownState) {
                // Nothing to publish.
            }
        });
    }

    /** A node of which nobody publishes a share. */
    public void addNode(String name, BatchAmount origin) {
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToAnnotations(Annotations.NODE_ORIGIN_ALLOCATABLE, text(origin))
                        .endMetadata()
                        .withNewStatus()
                        .addToAllocatable("cpu", new Quantity("32"))
                        .addToAllocatable("memory", new Quantity("64Gi"))
                        .addToAllocatable(ResourceNames.BATCH_CPU, Quantities.ofDecimal(origin.milliCpu()))
                        .addToAllocatable(ResourceNames.BATCH_MEMORY, Quantities.ofBytes(origin.bytes()))
                        .endStatus()
                        .build())
                .create();
    }

    void addNodeManagerPod(String nodeId) {
        addNodeManagerPod(NODE, "nm-0", nodeId);
    }

    public void addNodeManagerPod(String node, String name, String nodeId) {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("hadoop")
                        .addToLabels(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                        .addToAnnotations(Annotations.YARN_NODE_ID, nodeId)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .addNewContainer()
                        .withName("nm")
                        .endContainer()
                        .endSpec()
                        .withNewStatus()
                        .withPhase("Running")
                        .endStatus()
                        .build())
                .create();
    }

    void addBatchPod(String name, BatchAmount requests) {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(NODE)
                        .addNewContainer()
                        .withName("main")
                        .withNewResources()
                        .addToRequests(ResourceNames.BATCH_CPU, Quantities.ofDecimal(requests.milliCpu()))
                        .addToRequests(ResourceNames.BATCH_MEMORY, Quantities.ofBytes(requests.bytes()))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .withNewStatus()
                        .withPhase("Running")
                        .endStatus()
                        .build())
                .create();
    }

    void origin(BatchAmount origin) {
        patch("{\"metadata\":{\"annotations\":{\"" + Annotations.NODE_ORIGIN_ALLOCATABLE + "\":"
                + client.getKubernetesSerialization().asJson(text(origin)) + "}}}");
    }

    public void annotate(String key, @Nullable String value) {
        patch("{\"metadata\":{\"annotations\":{\"" + key + "\":"
                + client.getKubernetesSerialization().asJson(value) + "}}}");
    }

    private void patch(String json) {
        client.nodes()
                .withName(NODE)
                .patch(
                        io.fabric8.kubernetes.client.dsl.base.PatchContext.of(
                                io.fabric8.kubernetes.client.dsl.base.PatchType.JSON_MERGE),
                        json);
    }

    Node node() {
        return client.nodes().withName(NODE).get();
    }

    ThirdPartyEntries entries() {
        return ThirdPartyEntries.of(ThirdParties.read(node()), null);
    }

    Optional<BatchAmount> reserved() {
        return entries().yarnAmount();
    }

    private static String text(BatchAmount origin) {
        return AnnotationCodec.write(new ResourceListDocument(Map.of(
                ResourceNames.BATCH_CPU, Quantities.ofDecimal(origin.milliCpu()),
                ResourceNames.BATCH_MEMORY, Quantities.ofBytes(origin.bytes()))));
    }

    private void publish(Node node) {
        Origin origin = Origin.read(node).found().orElseThrow();
        ThirdPartyEntries entries = ThirdPartyEntries.of(ThirdParties.read(node), null);
        BatchAmount share = new BatchAmount(
                        Quantities.value(origin.resources(), ResourceNames.BATCH_CPU),
                        Quantities.value(origin.resources(), ResourceNames.BATCH_MEMORY))
                .minus(entries.others())
                .minus(entries.yarnAmount().orElse(BatchAmount.ZERO))
                .positive();
        BatchAmount now = new BatchAmount(
                Quantities.value(node.getStatus().getAllocatable(), ResourceNames.BATCH_CPU),
                Quantities.value(node.getStatus().getAllocatable(), ResourceNames.BATCH_MEMORY));
        if (!share.equals(now)) {
            patch("{\"status\":{\"allocatable\":{\"" + ResourceNames.BATCH_CPU + "\":\"" + share.milliCpu() + "\",\""
                    + ResourceNames.BATCH_MEMORY + "\":\"" + share.bytes() + "\"}}}");
        }
    }

    void stopPublishing() {
        manager.close();
    }

    @Override
    public void close() {
        if (manager != null) {
            manager.close();
        }
        client.close();
        server.destroy();
    }
}
