package io.koordbridge.scheduler.plugin;

import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;

/** A capability that chooses the node of some pods itself and keeps the room there. */
public interface PodPlan {

    /** Chooses for no pod. */
    PodPlan NONE = (pod, candidates) -> new Free();

    /** What filter has to do. */
    sealed interface Answer {}

    /** Look at all candidates. */
    record Free() implements Answer {}

    /** Offer this candidate, where the pod has its room. */
    record Planned(String node) implements Answer {}

    /** Offer none, for this reason. */
    record Refused(FitResult reason) implements Answer {}

    /** Called for each filter of a pod, with the nodes that passed kube-scheduler's own checks. */
    Answer answer(PodFacts pod, List<String> candidates);

    /** What people should know of the pod, a line each. */
    default List<String> details(PodFacts pod) {
        return List.of();
    }
}
