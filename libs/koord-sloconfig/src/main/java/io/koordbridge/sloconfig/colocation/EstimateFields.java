package io.koordbridge.sloconfig.colocation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import java.util.List;

/** The fields of a strategy that say how much online work is expected to use. */
@PureCore
final class EstimateFields {

    private static final List<String> NAMES = List.of(
            "cpuUsageEstimate",
            "cpuUsageEstimateWindowSeconds",
            "memoryUsageEstimate",
            "memoryUsageEstimateWindowSeconds",
            "riskPercent",
            "memoryRiskPercent");

    private EstimateFields() {}

    /**
     * The tree of a node with estimates that are in range: where one is not, the problem is added and all of them are those of the
     * other tree.
     *
     * @param base tree that was accepted before
     * @param key the annotation, for problems
     */
    static ObjectNode accepted(ObjectNode tree, ObjectNode base, String key, List<Problem> problems) {
        List<Problem> found = ColocationConfigReader.outOfRange(key, tree, "", Kind.NODE_ENTRY_OUT_OF_RANGE).stream()
                .filter(problem -> NAMES.contains(problem.field()))
                .toList();
        if (found.isEmpty()) {
            return tree;
        }
        problems.addAll(found);
        ObjectNode result = tree.deepCopy();
        result.remove(NAMES);
        NAMES.stream().filter(base::has).forEach(name -> result.set(name, base.get(name)));
        return result;
    }
}
