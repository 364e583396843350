package io.koordbridge.manager.quotatopology;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All quotas as trees; immutable. Names are unique in the cluster, whatever the namespace of the object. */
@PureCore
public final class QuotaTopology {

    /** No quota at all. */
    public static final QuotaTopology EMPTY = new QuotaTopology(Map.of());

    private final Map<String, QuotaInfo> byName;
    private final Map<String, Set<String>> children = new TreeMap<>();
    private final Map<String, String> byNamespace = new HashMap<>();

    /** The trees of some quotas; a parent that is not among them is an empty node. */
    public QuotaTopology(Map<String, QuotaInfo> quotas) {
        this.byName = new TreeMap<>(quotas);
        children.put(WellKnown.ROOT_QUOTA, new TreeSet<>());
        for (QuotaInfo quota : byName.values()) {
            children.computeIfAbsent(quota.name(), unused -> new TreeSet<>());
            children.computeIfAbsent(quota.parent(), unused -> new TreeSet<>()).add(quota.name());
            quota.namespaces().forEach(namespace -> byNamespace.putIfAbsent(namespace, quota.name()));
        }
    }

    /** The topology after a change. */
    public QuotaTopology after(Ruling.Change change) {
        Map<String, QuotaInfo> quotas = new HashMap<>(byName);
        if (change.quota() == null) {
            quotas.remove(change.name());
        } else {
            quotas.put(change.name(), change.quota());
        }
        return new QuotaTopology(quotas);
    }

    /** The quota of a name. */
    public Optional<QuotaInfo> quota(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** All quotas. */
    public Collection<QuotaInfo> quotas() {
        return List.copyOf(byName.values());
    }

    /** The quotas right below a quota. */
    public List<QuotaInfo> children(String parent) {
        return children.getOrDefault(parent, Set.of()).stream()
                .map(name -> Optional.ofNullable(byName.get(name)))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Names right below each node, the root quota and parents without an object included. */
    public Map<String, Set<String>> hierarchy() {
        return new TreeMap<>(children);
    }

    /** Name of the quota that a namespace is bound to. */
    public Optional<String> boundTo(String namespace) {
        return Optional.ofNullable(byNamespace.get(namespace));
    }

    /** The quota of a name, or else the one that a namespace is bound to. */
    public Optional<QuotaInfo> find(String name, String namespace) {
        return quota(name).or(() -> boundTo(namespace).flatMap(this::quota));
    }

    /** Whether a quota would be its own ancestor if it had this parent. */
    boolean closesCircle(String name, String parent) {
        Set<String> seen = new TreeSet<>();
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
