package io.koordbridge.scheduler.quota.preemption;

import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;

/** Whom a pod has to enter with. */
@FunctionalInterface
public interface Companions {

    /** Each pod enters alone. */
    Companions NONE = pod -> List.of();

    /**
     * Pods of which some enter together or none.
     *
     * @param waiting that have no node, the pod itself may be among them
     * @param needed so many of them
     */
    record Party(List<PodFacts> waiting, int needed) {

        public Party {
            waiting = List.copyOf(waiting);
        }
    }

    /** The parties that enter with the pod, empty when it enters alone. */
    List<Party> of(PodFacts pod);
}
