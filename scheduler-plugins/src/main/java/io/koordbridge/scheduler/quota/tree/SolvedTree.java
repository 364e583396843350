package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * A tree with its states, which follow the demand of its quotas.
 *
 * @param total what the tree may use in all
 */
record SolvedTree(QuotaSolver solver, ResourceVector total) {

    /**
     * All trees by id.
     *
     * @param own sums over the pods of each quota, looked into again with each change of demand
     * @param nodes what all nodes offer
     */
    static Map<String, SolvedTree> all(
            Collection<QuotaSpec> quotas,
            Map<String, QuotaDemand> own,
            ResourceVector nodes,
            QuotaSolver.Settings settings) {
        Map<String, Collection<QuotaSpec>> trees = new TreeMap<>();
        trees.put("", new ArrayList<>());
        quotas.forEach(quota -> trees.computeIfAbsent(quota.tree().id(), id -> new ArrayList<>())
                .add(quota));
        Map<String, SolvedTree> solved = new TreeMap<>();
        trees.forEach((id, specs) -> {
            ResourceVector total = id.isEmpty() ? defaultTotal(quotas, nodes) : treeTotal(specs);
            solved.put(id, new SolvedTree(QuotaSolver.begun(QuotaTree.of(specs), own, total, settings), total));
        });
        return solved;
    }

    private static ResourceVector defaultTotal(Collection<QuotaSpec> quotas, ResourceVector nodes) {
        ResourceVector total = nodes;
        for (QuotaSpec quota : quotas) {
            total = quota.tree().beside() || quota.tree().total().isZero()
                    ? total
                    : QuotaSolver.changed(
                            total, ResourceVector.EMPTY.minus(quota.tree().total()));
        }
        return total;
    }

    private static ResourceVector treeTotal(Collection<QuotaSpec> specs) {
        ResourceVector total = ResourceVector.EMPTY;
        for (QuotaSpec quota : specs) {
            total = total.plus(quota.tree().total());
        }
        return total;
    }

    QuotaTree tree() {
        return solver.tree();
    }

    Map<String, QuotaState> states() {
        return solver.states();
    }

    /** The default tree when the nodes offer something else. */
    SolvedTree withNodes(Collection<QuotaSpec> quotas, ResourceVector nodes) {
        ResourceVector now = defaultTotal(quotas, nodes);
        solver.totalIs(now);
        return new SolvedTree(solver, now);
    }

    /** The sums over the pods of a quota changed. */
    void demandOf(String quota) {
        solver.demandOf(quota, total);
    }
}
