package io.koordbridge.descheduler.decide.violation;

import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.OtherNodes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Which pods a plugin evicts. */
@FunctionalInterface
interface PodRule {

    /**
     * Judges a pod that is on a node.
     *
     * @return empty for a pod that stays
     */
    Optional<Finding> judge(PodFacts pod, NodeFacts node, OtherNodes others, Instant now);

    /**
     * Why a pod is evicted.
     *
     * @param reason sentence for people
     * @param targets nodes that could take it, empty when the rule does not look for them
     */
    record Finding(String reason, List<String> targets) {

        public Finding {
            targets = List.copyOf(targets);
        }

        static Optional<Finding> of(String reason) {
            return Optional.of(new Finding(reason, List.of()));
        }
    }
}
