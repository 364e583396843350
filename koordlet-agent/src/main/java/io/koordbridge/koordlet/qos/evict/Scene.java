package io.koordbridge.koordlet.qos.evict;

import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.yarn.YarnWork;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What the rules see.
 *
 * @param thresholds of the NodeSLO, defaults filled in
 * @param pods those that may still use something
 * @param nodeCores mean CPU of the node; empty when unknown
 */
@PureCore
record Scene(
        ResourceThresholdStrategy thresholds,
        NodeFacts node,
        List<PodInfo> pods,
        EvictionFacts facts,
        OptionalDouble nodeCores) {

    /** A pod that is still there so long after its deletion began is waited for no more, and cannot be evicted either. */
    private static final Duration LEAVES_WITHIN = Duration.ofMinutes(2);

    Scene {
        pods = pods.stream()
                .filter(pod -> !pod.finished())
                .filter(pod -> pod.eviction()
                        .deletedAt()
                        .map(at -> at.plus(LEAVES_WITHIN).isAfter(facts.timeOfDay()))
                        .orElse(true))
                .toList();
    }

    /** Ids of pods and containers that are about to be gone. */
    Set<String> leaving() {
        Set<String> ids = new HashSet<>();
        pods.stream().filter(pod -> pod.eviction().deletedAt().isPresent()).forEach(pod -> ids.add(pod.uid()));
        facts.yarn().stream()
                .filter(one -> one.stage() == YarnWork.Stage.LEAVES)
                .forEach(one -> ids.add(one.id()));
        return ids;
    }
}
