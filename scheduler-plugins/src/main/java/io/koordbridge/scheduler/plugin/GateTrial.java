package io.koordbridge.scheduler.plugin;

import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;

/** Pods that pass a gate one after the other on paper: no room is kept for them. For one thread. */
public interface GateTrial {

    /** Lets everything pass. */
    GateTrial OPEN = new GateTrial() {
        @Override
        public FitResult enter(PodFacts pod) {
            return FitResult.FITS;
        }

        @Override
        public void leave(PodFacts pod) {}
    };

    /** Whether the pod may be placed in addition to those in the trial; from then on it is one of them. */
    FitResult enter(PodFacts pod);

    /** The pod has no place after all. */
    void leave(PodFacts pod);
}
