package io.koordbridge.scheduler.extender;

import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;

/**
 * What filter and prioritize are asked.
 *
 * @param pod the pod to place
 * @param nodes names of the candidates, in the order of the request
 */
record ExtenderArguments(PodFacts pod, List<String> nodes) {}
