package io.koordbridge.kube.queue;

/**
 * Brings the object of a key to its wanted state. Safe to call again at any time.
 *
 * @param <K> key
 */
@FunctionalInterface
public interface Reconciler<K> {

    /**
     * One pass.
     *
     * @throws RuntimeException when the pass has to be repeated with backoff
     */
    ReconcileResult reconcile(K key);
}
