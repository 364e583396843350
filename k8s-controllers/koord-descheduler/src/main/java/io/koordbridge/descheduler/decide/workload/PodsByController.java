package io.koordbridge.descheduler.decide.workload;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import java.util.Collection;

/** Finds the pods that a controller owns, in constant time. */
@FunctionalInterface
public interface PodsByController {

    /** Pods whose controller has this uid, those that are done included. */
    Collection<PodFacts> pods(String controllerUid);
}
