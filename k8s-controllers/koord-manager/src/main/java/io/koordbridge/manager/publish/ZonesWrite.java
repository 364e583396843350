package io.koordbridge.manager.publish;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.capacity.plan.Defect;
import org.jspecify.annotations.Nullable;

/**
 * What became of the zones of a node. A failure keeps nothing else of the node waiting.
 *
 * @param refused the API server's answer, or why it was not asked; null when the zones show what they shall
 * @param defect an unexpected exception, null without one
 */
record ZonesWrite(
        @Nullable RuntimeException refused, @Nullable Defect defect) {

    static final ZonesWrite DONE = new ZonesWrite(null, null);

    static ZonesWrite failed(RuntimeException thrown) {
        return thrown instanceof KubernetesClientException || thrown instanceof LeaseEndsException
                ? new ZonesWrite(thrown, null)
                : new ZonesWrite(null, Defect.of(thrown));
    }

    /** Whether the zones show what was planned for them. */
    boolean done() {
        return refused == null && defect == null;
    }
}
