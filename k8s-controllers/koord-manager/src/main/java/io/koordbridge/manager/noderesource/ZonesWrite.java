package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.client.KubernetesClientException;
import org.jspecify.annotations.Nullable;

/**
 * What became of the zones of a node. A failure keeps nothing else of the node waiting.
 *
 * @param refused the API server's answer, null when it took them or was not asked
 * @param defect what nobody expected, null when there was no such thing
 */
record ZonesWrite(
        @Nullable KubernetesClientException refused,
        @Nullable Defect defect) {

    static final ZonesWrite DONE = new ZonesWrite(null, null);

    static ZonesWrite failed(RuntimeException thrown) {
        return thrown instanceof KubernetesClientException answer
                ? new ZonesWrite(answer, null)
                : new ZonesWrite(null, Defect.of(thrown));
    }
}
