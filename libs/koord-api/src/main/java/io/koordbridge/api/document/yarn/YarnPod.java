package io.koordbridge.api.document.yarn;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a pod names its NodeManager: annotations {@link Annotations#YARN_NODE_ID} and {@link Annotations#YARN_CLUSTER_ID}. Writer: whoever
 * makes the pod.
 *
 * <table>
 * <caption>Readings and effects</caption>
 * <tr><th>input</th><th>value</th><th>problem</th><th>yarn-operator</th></tr>
 * <tr><td>no node-id</td><td>null</td><td>none</td><td>finds the NodeManager by host name and address</td></tr>
 * <tr><td>node-id HOST:0</td><td>as it is</td><td>none</td><td>only the host counts: the port is another one at each start</td></tr>
 * <tr><td>node-id not HOST:PORT with a port from 0 to 65535, or above 16384 characters</td><td>null</td><td>node-id</td><td>as without;
 *     problem on page and log where that finds none</td></tr>
 * <tr><td>no cluster-id</td><td>empty: the default cluster</td><td>none</td><td>the NodeManager is looked for there</td></tr>
 * <tr><td>cluster-id above 16384 characters</td><td>empty</td><td>none</td><td>as without</td></tr>
 * <tr><td>cluster-id that is not configured</td><td>as it is</td><td>none</td><td>the pod has no NodeManager; problem on page, log</td></tr>
 * </table>
 *
 * @param nodeId of its NodeManager
 * @param cluster that it belongs to, empty for the default one
 */
@PureCore
public record YarnPod(@Nullable YarnNodeId nodeId, String cluster) {

    /** Whether a pod is a NodeManager. */
    public static boolean isNodeManager(HasMetadata pod) {
        Map<String, String> labels = pod.getMetadata().getLabels();
        return labels != null && Labels.COMPONENT_NODE_MANAGER.equals(labels.get(Labels.COMPONENT));
    }

    /** Reads both annotations; there is always a value. */
    public static Decoded<YarnPod> read(HasMetadata pod) {
        Optional<String> text = AnnotationCodec.text(pod, Annotations.YARN_NODE_ID);
        YarnNodeId nodeId = text.flatMap(YarnNodeId::parseAnyPort).orElse(null);
        String cluster = AnnotationCodec.text(pod, Annotations.YARN_CLUSTER_ID).orElse("");
        String wrong = nodeId == null
                ? text.or(() -> AnnotationCodec.tooLong(pod, Annotations.YARN_NODE_ID))
                        .orElse(null)
                : null;
        List<WireProblem> problems = wrong == null
                ? List.of()
                : List.of(new WireProblem(Annotations.YARN_NODE_ID, "", wrong, YarnNodeId.ALLOWED));
        return new Decoded<>(new YarnPod(nodeId, cluster), problems);
    }
}
