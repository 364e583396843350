package io.koordbridge.manager.quotatopology;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An informer that begins once the API server serves its kind: definitions may be installed later, or never. */
final class KindInformer<T extends HasMetadata> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KindInformer.class);

    private final KubernetesClient client;
    private final Class<T> kind;
    private final SharedIndexInformer<T> informer;
    private volatile State state = State.UNKNOWN;

    private enum State {
        UNKNOWN,
        NOT_SERVED,
        STARTED
    }

    KindInformer(KubernetesClient client, Class<T> kind, SharedIndexInformer<T> informer) {
        this.client = client;
        this.kind = kind;
        this.informer = informer;
    }

    /** Looks whether the kind is served, unless the informer has begun; never throws. */
    void look() {
        if (state == State.STARTED) {
            return;
        }
        try {
            if (client.supports(kind)) {
                informer.exceptionHandler((started, problem) -> true);
                informer.start();
                state = State.STARTED;
                LOG.info("informer started kind={}", kind.getSimpleName());
            } else if (state == State.UNKNOWN) {
                state = State.NOT_SERVED;
                LOG.info("kind is not installed, waiting for it kind={}", kind.getSimpleName());
            }
        } catch (KubernetesClientException e) {
            LOG.debug("cannot tell whether the kind is served kind={}", kind.getSimpleName(), e);
        }
    }

    /** Whether all objects are known: every one was read, or there cannot be any. */
    boolean synced() {
        return state == State.NOT_SERVED || (state == State.STARTED && informer.hasSynced());
    }

    SharedIndexInformer<T> informer() {
        return informer;
    }

    @Override
    public void close() {
        informer.close();
    }
}
