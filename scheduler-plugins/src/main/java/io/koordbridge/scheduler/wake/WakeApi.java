package io.koordbridge.scheduler.wake;

import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;

/** The write that has kube-scheduler try a pod again. */
public interface WakeApi {

    /**
     * Changes the pod's metadata.
     *
     * @return false when it could not be written; the pod is tried again with the next change or by kube-scheduler itself
     */
    boolean wake(PodFacts pod);

    /**
     * The same for several pods, begun in their order.
     *
     * @return those that could not be written
     */
    default List<PodFacts> wakeAll(List<PodFacts> pods) {
        return pods.stream().filter(pod -> !acts() || !wake(pod)).toList();
    }

    /** Whether a scheduling gate of ours still keeps the pod from kube-scheduler. */
    default boolean isGated(PodFacts pod) {
        return false;
    }

    /** Whether this replica may write now; when not, no pod is woken. */
    default boolean acts() {
        return true;
    }
}
