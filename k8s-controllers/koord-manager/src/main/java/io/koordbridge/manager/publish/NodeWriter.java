package io.koordbridge.manager.publish;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.capacity.plan.NodePatch;
import io.koordbridge.kube.write.MetadataPatch;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.manager.clusterview.ClusterView;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Writes what passes own of a Node; nothing else of the Node is touched. */
final class NodeWriter {

    private final KubernetesClient client;
    private final ObjectPatcher patcher;
    private final BooleanSupplier mayWrite;

    /**
     * A writer.
     *
     * @param mayWrite whether a write that starts now ends while this replica leads
     */
    NodeWriter(ObjectPatcher patcher, BooleanSupplier mayWrite) {
        this.mayWrite = mayWrite;
        this.client = patcher.client();
        this.patcher = patcher;
    }

    /** The Node as it is on the server. */
    Optional<Node> read(String name) {
        return Optional.ofNullable(client.nodes().withName(name).get()).map(ClusterView::kept);
    }

    /**
     * One request: status with the marks. The API server stores metadata sent to nodes/status; where a server does not, the
     * marks follow in a request of their own.
     *
     * @param resourceVersion the version that the numbers were calculated from
     * @return the version of the Node that was written
     * @throws LeaseEndsException when the lease may end before the answer, also between two tries of one pass
     * @throws io.fabric8.kubernetes.client.KubernetesClientException code 409 when the Node has changed since
     */
    String write(String name, NodePatch patch, @Nullable String resourceVersion) {
        if (!mayWrite.getAsBoolean()) {
            throw new LeaseEndsException("node " + name);
        }
        ObjectAddress<Node> node = ObjectAddress.of(Node.class, name);
        MetadataPatch marks = new MetadataPatch(patch.annotations(), patch.labels());
        if (patch.status().isEmpty()) {
            return version(patcher.patchMarks(node, marks, resourceVersion));
        }
        Node after = patcher.patchStatus(node, patch.status(), marks, resourceVersion);
        return version(stored(after, marks) ? after : patcher.patchMarks(node, marks, null));
    }

    private static String version(Node node) {
        return node.getMetadata().getResourceVersion();
    }

    private static boolean stored(Node node, MetadataPatch marks) {
        return shows(node.getMetadata().getAnnotations(), marks.annotations())
                && shows(node.getMetadata().getLabels(), marks.labels());
    }

    private static boolean shows(@Nullable Map<String, String> present, Map<String, @Nullable String> changes) {
        return changes.entrySet().stream()
                .allMatch(one -> Objects.equals(present == null ? null : present.get(one.getKey()), one.getValue()));
    }
}
