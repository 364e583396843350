package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What must hold between a quota, its parent, its brothers and its children. */
@PureCore
final class TopologyRules {

    private TopologyRules() {}

    /** A quota with children stays a parent; one with pods does not become one. */
    static Optional<String> parenthood(QuotaTopology topology, QuotaInfo before, QuotaInfo after, boolean podsBelong) {
        if (before.switches().isParent()
                && !after.switches().isParent()
                && !topology.children(after.name()).isEmpty()) {
            return Optional.of("quota " + after.name() + " has children and must stay a parent");
        }
        if (!before.switches().isParent() && after.switches().isParent() && podsBelong) {
            return Optional.of("quota " + after.name() + " has pods and cannot become a parent");
        }
        return Optional.empty();
    }

    /** A quota stays in its tree. */
    static Optional<String> treeChange(QuotaInfo before, QuotaInfo after) {
        return before.treeId().equals(after.treeId())
                ? Optional.empty()
                : Optional.of("tree id of quota " + after.name() + " cannot change from '" + before.treeId() + "' to '"
                        + after.treeId() + "'");
    }

    /** The first rule that is broken, the root quota never breaks one. */
    static Optional<String> violation(QuotaTopology topology, QuotaInfo quota, QuotaGates gates) {
        if (quota.name().equals(WellKnown.ROOT_QUOTA)) {
            return Optional.empty();
        }
        Optional<String> tree = otherTree(topology, quota);
        if (tree.isPresent() || (quota.belowRoot() && !quota.switches().isParent())) {
            return tree;
        }
        return badParent(topology, quota)
                .or(() -> resourceNames(topology, quota, gates.updateResourceKey()))
                .or(() -> minimumSums(topology, quota))
                .or(() -> gates.guaranteeUsage() ? GuaranteeRule.violation(topology, quota) : Optional.empty());
    }

    private static Optional<String> otherTree(QuotaTopology topology, QuotaInfo quota) {
        Optional<QuotaInfo> parent = quota.belowRoot() ? Optional.empty() : topology.quota(quota.parent());
        if (parent.isPresent() && !parent.get().treeId().equals(quota.treeId())) {
            return Optional.of(trees(quota, "parent", parent.get()));
        }
        return topology.children(quota.name()).stream()
                .filter(child -> !child.treeId().equals(quota.treeId()))
                .findFirst()
                .map(child -> trees(quota, "child", child));
    }

    private static String trees(QuotaInfo quota, String relation, QuotaInfo other) {
        return "tree id '" + quota.treeId() + "' of quota " + quota.name() + " differs from '" + other.treeId()
                + "' of its " + relation + " " + other.name();
    }

    private static Optional<String> badParent(QuotaTopology topology, QuotaInfo quota) {
        if (quota.belowRoot()) {
            return Optional.empty();
        }
        Optional<QuotaInfo> parent = topology.quota(quota.parent());
        if (parent.isEmpty()) {
            return Optional.of("parent " + quota.parent() + " of quota " + quota.name() + " is not known");
        }
        if (!parent.get().switches().isParent()) {
            return Optional.of("parent " + quota.parent() + " of quota " + quota.name() + " is not marked as a parent");
        }
        return topology.closesCircle(quota.name(), quota.parent())
                ? Optional.of("quota " + quota.name() + " is an ancestor of its parent " + quota.parent())
                : Optional.empty();
    }

    private static Optional<String> resourceNames(QuotaTopology topology, QuotaInfo quota, boolean subset) {
        Optional<QuotaInfo> parent = quota.belowRoot() ? Optional.empty() : topology.quota(quota.parent());
        return parent.flatMap(above -> resourceNames(above, quota, subset))
                .or(() -> topology.children(quota.name()).stream()
                        .map(child -> resourceNames(quota, child, subset))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    private static Optional<String> resourceNames(QuotaInfo parent, QuotaInfo child, boolean subset) {
        Set<String> above = parent.max().names();
        Set<String> below = child.max().names();
        if (subset ? !above.containsAll(below) : !above.equals(below)) {
            return Optional.of("spec.max of quota " + child.name() + " names " + below + ", of its parent "
                    + parent.name() + " " + above
                    + (subset
                            ? ", allowed: only the parent's"
                            : ", allowed: the same; with the feature gate ElasticQuotaEnableUpdateResourceKey only the"
                                    + " parent's, so that the parent can be given a resource first"));
        }
        if (!parent.min().names().containsAll(child.min().names())) {
            Set<String> missing = new TreeSet<>(child.min().names());
            missing.removeAll(parent.min().names());
            return Optional.of("spec.min of quota " + child.name() + " names " + missing + ", of its parent "
                    + parent.name() + " does not");
        }
        return Optional.empty();
    }

    private static Optional<String> minimumSums(QuotaTopology topology, QuotaInfo quota) {
        if (isFree(quota)) {
            return Optional.empty();
        }
        if (!quota.belowRoot()) {
            ResourceAmounts limit =
                    topology.quota(quota.parent()).map(QuotaInfo::min).orElse(ResourceAmounts.NONE);
            ResourceAmounts brothers = topology.minimumOfChildren(quota.parent(), quota.name());
            Optional<String> above = exceeds(brothers.plus(quota.min()), limit, quota.parent());
            if (above.isPresent()) {
                return above;
            }
        }
        return topology.children(quota.name()).isEmpty()
                ? Optional.empty()
                : exceeds(topology.minimumOfChildren(quota.name()), quota.min(), quota.name());
    }

    /**
     * What the sums of children come to where they are above their parent's minimum, by the parent's name. Where one of them is
     * free of the sums there is no such thing.
     */
    static Map<String, String> exceededSums(QuotaTopology topology) {
        Map<String, String> exceeded = new TreeMap<>();
        for (QuotaInfo parent : topology.quotas()) {
            Collection<QuotaInfo> children = topology.children(parent.name());
            boolean free = parent.name().equals(WellKnown.ROOT_QUOTA)
                    || isFree(parent)
                    || children.stream().anyMatch(TopologyRules::isFree);
            if (!free && !children.isEmpty()) {
                exceeds(topology.minimumOfChildren(parent.name()), parent.min(), parent.name())
                        .ifPresent(problem -> exceeded.put(parent.name(), problem));
            }
        }
        return exceeded;
    }

    private static boolean isFree(QuotaInfo quota) {
        return quota.switches().forceUpdate() || quota.switches().treeRoot();
    }

    private static Optional<String> exceeds(ResourceAmounts sum, ResourceAmounts limit, String parent) {
        Set<String> above = sum.above(limit);
        return above.isEmpty()
                ? Optional.empty()
                : Optional.of("minimums of the children of quota " + parent + " sum up to "
                        + sum.restrictedTo(above).text() + ", its spec.min is "
                        + limit.restrictedTo(above).text());
    }
}
