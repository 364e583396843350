package io.koordbridge.scheduler.wake;

import io.koordbridge.scheduler.view.PodFacts;

/** The write that has kube-scheduler try a pod again. */
public interface WakeApi {

    /**
     * Changes the pod's metadata.
     *
     * @return false when it could not be written; the pod is tried again with the next change or by kube-scheduler itself
     */
    boolean wake(PodFacts pod);

    /** Whether this replica may write now; when not, no pod is woken. */
    default boolean acts() {
        return true;
    }
}
