package io.koordbridge.scheduler.view;

/**
 * A pod on a node.
 *
 * @param verdict whether it fits
 * @param pod the pod with what it gets there, unchanged when it does not fit
 */
public record PlacedPod(FitResult verdict, PodFacts pod) {}
