package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes batch resources and the origin annotation of a Node; nothing else of the Node is touched. */
final class NodeWriter {

    private final KubernetesClient client;
    private final ObjectPatcher patcher;

    NodeWriter(ObjectPatcher patcher) {
        this.client = patcher.client();
        this.patcher = patcher;
    }

    /** The Node as it is on the server. */
    Optional<Node> read(String name) {
        return Optional.ofNullable(client.nodes().withName(name).get()).map(ClusterView::kept);
    }

    /**
     * One request: status with the annotation. The API server stores metadata sent to nodes/status; where a server does
     * not, the annotation follows in a request of its own.
     *
     * @param resourceVersion the version that the numbers were calculated from
     * @throws io.fabric8.kubernetes.client.KubernetesClientException code 409 when the Node changed meanwhile
     */
    void write(String name, BatchPublication wanted, String originText, @Nullable String resourceVersion) {
        Resource<Node> node = client.nodes().withName(name);
        Map<String, Object> status = new HashMap<>();
        status.put("capacity", owned(wanted.capacity()));
        status.put("allocatable", owned(wanted.allocatable()));
        Node after = patcher.patchStatus(
                node, status, Map.of(Annotations.NODE_ORIGIN_ALLOCATABLE, originText), resourceVersion);
        boolean stored = AnnotationCodec.text(after, Annotations.NODE_ORIGIN_ALLOCATABLE)
                .filter(originText::equals)
                .isPresent();
        if (!stored) {
            patcher.patchAnnotations(node, Map.of(Annotations.NODE_ORIGIN_ALLOCATABLE, originText), null);
        }
    }

    /** Absent names are removed from the Node. */
    private static Map<String, @Nullable Object> owned(Map<String, ?> amounts) {
        Map<String, @Nullable Object> owned = new HashMap<>();
        owned.put(ResourceNames.BATCH_CPU, amounts.get(ResourceNames.BATCH_CPU));
        owned.put(ResourceNames.BATCH_MEMORY, amounts.get(ResourceNames.BATCH_MEMORY));
        return owned;
    }
}
