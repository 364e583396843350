package io.koordbridge.scheduler.extender;

import io.koordbridge.scheduler.view.PodFacts;

/**
 * What filter and prioritize are asked.
 *
 * @param pod the pod to place
 * @param nodes the candidates
 */
record ExtenderArguments(PodFacts pod, NodesArgument nodes) {}
