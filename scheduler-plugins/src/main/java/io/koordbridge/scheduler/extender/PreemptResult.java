package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.koordbridge.scheduler.preempt.verb.NodeVictims;
import io.koordbridge.scheduler.preempt.verb.Preemption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Answer to preempt.
 *
 * @param nodes victims by node; nodes that do not help are left out
 */
record PreemptResult(@JsonProperty("NodeNameToMetaVictims") Map<String, Victims> nodes) {

    /** Victims of a node. */
    record Victims(
            @JsonProperty("Pods") List<Victim> pods,
            @JsonProperty("NumPDBViolations") long violations) {}

    /** A pod that has to leave. */
    record Victim(@JsonProperty("UID") String uid) {}

    static PreemptResult of(Map<String, Preemption.Outcome> outcomes) {
        Map<String, Victims> nodes = new LinkedHashMap<>();
        outcomes.forEach((node, outcome) -> outcome.victims().ifPresent(victims -> nodes.put(node, victims(victims))));
        return new PreemptResult(nodes);
    }

    private static Victims victims(NodeVictims of) {
        return new Victims(of.uids().stream().map(Victim::new).toList(), of.violations());
    }
}
