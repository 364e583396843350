package io.koordbridge.descheduler.act.evict;

import io.koordbridge.descheduler.decide.args.EvictionPolicy;
import io.koordbridge.descheduler.decide.pod.PodFacts;

/** Looks at a pod once more right before it is ended: what was allowed when its job was made may be so no longer. */
@FunctionalInterface
public interface LastCheck {

    /** Why the pod has to stay, empty when it may go. A NodeManager that is not drained may go by SoftEviction only. */
    String keeps(PodFacts pod, EvictionPolicy policy);
}
