package io.koordbridge.scheduler.extender;

import io.koordbridge.scheduler.preempt.verb.NodeVictims;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.Map;

/**
 * What preempt is asked.
 *
 * @param pod the pod to place
 * @param nodes victims by node, in the order of the request; none where kube-scheduler found none
 */
record PreemptArguments(PodFacts pod, Map<String, NodeVictims> nodes) {}
