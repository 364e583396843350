package io.koordbridge.scheduler.view;

import java.util.Map;

/**
 * A pod on a node.
 *
 * @param verdict whether it fits
 * @param pod the pod with what it gets there, unchanged when it does not fit
 * @param scores of the node by plugin, from 0 to 100
 */
public record PlacedPod(FitResult verdict, PodFacts pod, Map<String, Long> scores) {

    public PlacedPod {
        scores = Map.copyOf(scores);
    }
}
