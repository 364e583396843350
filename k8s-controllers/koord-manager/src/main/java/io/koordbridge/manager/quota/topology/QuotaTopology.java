package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;
import org.pcollections.TreePMap;
import org.pcollections.TreePSet;

/**
 * All quotas as trees; immutable. Names are unique in the cluster, whatever the namespace of the object. A change makes a new
 * value that shares all else with the one before, so it costs the same in a large cluster as in a small one.
 */
@PureCore
public final class QuotaTopology {

    /** No quota at all. */
    public static final QuotaTopology EMPTY =
            new QuotaTopology(HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty());

    private final PMap<String, QuotaInfo> byName;
    private final PMap<String, Children> children;
    private final PMap<String, TreePSet<String>> byNamespace;

    private QuotaTopology(
            PMap<String, QuotaInfo> byName,
            PMap<String, Children> children,
            PMap<String, TreePSet<String>> byNamespace) {
        this.byName = byName;
        this.children = children;
        this.byNamespace = byNamespace;
    }

    /** The quotas right below one, and what their minimums come to. */
    private record Children(TreePMap<String, QuotaInfo> byName, ResourceAmounts minimum) {

        private static final Children NONE = new Children(TreePMap.empty(), ResourceAmounts.NONE);

        private Children plus(QuotaInfo child) {
            return new Children(byName.plus(child.name(), child), minimum.plus(child.min()));
        }

        private Children minus(QuotaInfo child) {
            return new Children(byName.minus(child.name()), minimum.minus(child.min()));
        }
    }

    /** The trees of some quotas; a parent that is not among them is an empty node. */
    public static QuotaTopology of(Collection<QuotaInfo> quotas) {
        QuotaTopology all = EMPTY;
        for (QuotaInfo quota : quotas) {
            all = all.after(new QuotaDecision.Change(quota.name(), quota));
        }
        return all;
    }

    /** The topology after a change; this one when nothing changes. */
    public QuotaTopology after(QuotaDecision.Change change) {
        QuotaInfo before = byName.get(change.name());
        QuotaInfo quota = change.quota();
        if (quota == null) {
            return before == null ? this : without(before);
        }
        if (quota.equals(before)) {
            return this;
        }
        return (before == null ? this : without(before)).with(quota);
    }

    private QuotaTopology with(QuotaInfo quota) {
        PMap<String, TreePSet<String>> bound = byNamespace;
        for (String namespace : quota.bound()) {
            bound = bound.plus(
                    namespace, bound.getOrDefault(namespace, TreePSet.empty()).plus(quota.name()));
        }
        Children brothers = children.getOrDefault(quota.parent(), Children.NONE).plus(quota);
        return new QuotaTopology(byName.plus(quota.name(), quota), children.plus(quota.parent(), brothers), bound);
    }

    private QuotaTopology without(QuotaInfo quota) {
        PMap<String, TreePSet<String>> bound = byNamespace;
        for (String namespace : quota.bound()) {
            TreePSet<String> left =
                    bound.getOrDefault(namespace, TreePSet.empty()).minus(quota.name());
            bound = left.isEmpty() ? bound.minus(namespace) : bound.plus(namespace, left);
        }
        Children brothers = children.getOrDefault(quota.parent(), Children.NONE).minus(quota);
        return new QuotaTopology(
                byName.minus(quota.name()),
                brothers.byName().isEmpty() ? children.minus(quota.parent()) : children.plus(quota.parent(), brothers),
                bound);
    }

    /** The quota of a name. */
    public Optional<QuotaInfo> quota(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** All quotas. */
    public Collection<QuotaInfo> quotas() {
        return byName.values();
    }

    /** The quotas right below a quota, by name. */
    public Collection<QuotaInfo> children(String parent) {
        return below(parent).byName().values();
    }

    private Children below(String parent) {
        return children.getOrDefault(parent, Children.NONE);
    }

    /** What the minimums of the quotas right below a quota come to. */
    ResourceAmounts minimumOfChildren(String parent) {
        return below(parent).minimum();
    }

    /** The same without one of them, which need not be there. */
    ResourceAmounts minimumOfChildren(String parent, String except) {
        QuotaInfo own = below(parent).byName().get(except);
        return own == null
                ? minimumOfChildren(parent)
                : minimumOfChildren(parent).minus(own.min());
    }

    /** Names right below each node, the root quota and parents without an object included. */
    public Map<String, Set<String>> hierarchy() {
        Map<String, Set<String>> names = new TreeMap<>();
        names.put(WellKnown.ROOT_QUOTA, Set.of());
        byName.keySet().forEach(name -> names.put(name, Set.of()));
        children.forEach((parent, quotas) ->
                names.put(parent, new TreeSet<>(quotas.byName().keySet())));
        return names;
    }

    /** Name of the quota that a namespace is bound to. */
    public Optional<String> boundTo(String namespace) {
        @Nullable TreePSet<String> names = byNamespace.get(namespace);
        return names == null ? Optional.empty() : Optional.of(names.first());
    }

    /** The quota of a name, or else the one that a namespace is bound to. */
    public Optional<QuotaInfo> find(String name, String namespace) {
        return quota(name).or(() -> boundTo(namespace).flatMap(this::quota));
    }

    /** Whether a quota would be its own ancestor if it had this parent. */
    boolean closesCircle(String name, String parent) {
        Set<String> seen = new HashSet<>();
        String ancestor = parent;
        while (seen.add(ancestor)) {
            if (ancestor.equals(name)) {
                return true;
            }
            QuotaInfo quota = byName.get(ancestor);
            ancestor = quota == null ? ancestor : quota.parent();
        }
        return false;
    }
}
