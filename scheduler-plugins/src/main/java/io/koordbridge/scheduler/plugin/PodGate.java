package io.koordbridge.scheduler.plugin;

import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Instant;
import java.util.List;

/** A capability that decides about a pod before any node is looked at, and keeps room for one that may pass. */
public interface PodGate {

    /** Lets everything pass. */
    PodGate OPEN = new PodGate() {
        @Override
        public FitResult admit(PodFacts pod) {
            return FitResult.FITS;
        }

        @Override
        public FitResult hold(PodFacts pod, Instant deadline) {
            return FitResult.FITS;
        }

        @Override
        public FitResult confirm(PodFacts pod) {
            return FitResult.FITS;
        }

        @Override
        public void release(PodFacts pod) {}
    };

    /** Whether the pod may be placed; room is kept for it for the time of a scheduling cycle. */
    FitResult admit(PodFacts pod);

    /** The same for a pod that is planned ahead: room is kept until the deadline. */
    FitResult hold(PodFacts pod, Instant deadline);

    /** The same once more when it is bound, beside all others; room is kept until its events say that it is bound. */
    FitResult confirm(PodFacts pod);

    /** Grows with each change after which another pod may pass. */
    default long version() {
        return 0;
    }

    /** A trial without pods. */
    default GateTrial trial() {
        return GateTrial.OPEN;
    }

    /** What people should know of the pod, a line each. */
    default List<String> details(PodFacts pod) {
        return List.of();
    }

    /** The room of a pod that is not placed is given up. */
    void release(PodFacts pod);
}
