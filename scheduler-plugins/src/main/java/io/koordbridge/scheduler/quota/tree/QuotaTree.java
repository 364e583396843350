package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The quotas of one tree that hang below its root, parents before children. A quota whose parent is missing, or that is its own
 * ancestor, is not in it.
 */
@PureCore
public final class QuotaTree {

    private final Map<String, QuotaSpec> topDown;
    private final Map<String, List<QuotaSpec>> children;

    private QuotaTree(Map<String, QuotaSpec> topDown, Map<String, List<QuotaSpec>> children) {
        this.topDown = topDown;
        this.children = children;
    }

    /** The tree of these quotas. */
    public static QuotaTree of(Collection<QuotaSpec> quotas) {
        Map<String, List<QuotaSpec>> children = new TreeMap<>();
        quotas.stream()
                .sorted(Comparator.comparing(QuotaSpec::name))
                .forEach(quota -> children.computeIfAbsent(quota.parent(), parent -> new ArrayList<>())
                        .add(quota));
        Map<String, QuotaSpec> topDown = new LinkedHashMap<>();
        List<QuotaSpec> level = children.getOrDefault(WellKnown.ROOT_QUOTA, List.of());
        while (!level.isEmpty()) {
            List<QuotaSpec> next = new ArrayList<>();
            for (QuotaSpec quota : level) {
                topDown.put(quota.name(), quota);
                next.addAll(children.getOrDefault(quota.name(), List.of()));
            }
            level = next;
        }
        return new QuotaTree(topDown, children);
    }

    /** All quotas, parents first. */
    List<QuotaSpec> topDown() {
        return List.copyOf(topDown.values());
    }

    /** A quota of the tree, null when it is not in it. */
    @Nullable
    QuotaSpec quota(String name) {
        return topDown.get(name);
    }

    /** Children by name. */
    List<QuotaSpec> children(String parent) {
        return children.getOrDefault(parent, List.of());
    }

    /** From the parent of a quota up to the one below the root. */
    List<QuotaSpec> ancestors(QuotaSpec quota) {
        List<QuotaSpec> chain = new ArrayList<>();
        QuotaSpec above = quota(quota.parent());
        while (above != null) {
            chain.add(above);
            above = quota(above.parent());
        }
        return chain;
    }
}
