package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.List;
import java.util.Map;

/**
 * What an ElasticQuota asks for. CPU in milli-cores, all else in whole units.
 *
 * @param name unique in the cluster
 * @param namespace of the object; a quota named like its namespace takes the pods of that namespace
 * @param parent name of the parent, {@link WellKnown#ROOT_QUOTA} at the top
 * @param tree the tree it belongs to
 * @param lent whether others may use the part of min that it does not request
 * @param min promised amounts
 * @param max limits; a resource that is not named is not counted
 * @param weight share of the rest beyond the minima
 * @param namespaces that its annotation names: the quota serves only those, and all when it names no namespace
 */
public record QuotaSpec(
        String name,
        String namespace,
        String parent,
        Tree tree,
        boolean lent,
        ResourceVector min,
        ResourceVector max,
        ResourceVector weight,
        List<String> namespaces) {

    /**
     * Part in a tree of its own.
     *
     * @param id empty for the default tree
     * @param total amounts of the whole tree, empty but on its root
     * @param beside whether these amounts are not taken from the default tree
     */
    public record Tree(String id, ResourceVector total, boolean beside) {

        static final Tree DEFAULT = new Tree("", ResourceVector.EMPTY, false);
    }

    public QuotaSpec {
        namespaces = List.copyOf(namespaces);
    }

    /** The quotas that always exist, with no limit to speak of. */
    public static List<QuotaSpec> builtIns() {
        ResourceVector all = ResourceVector.of(
                Map.of(ResourceNames.CPU, Long.MAX_VALUE / 5, ResourceNames.MEMORY, Long.MAX_VALUE / 5));
        return List.of(builtIn(WellKnown.SYSTEM_QUOTA, all), builtIn(WellKnown.DEFAULT_QUOTA, all));
    }

    static QuotaSpec builtIn(String name, ResourceVector max) {
        return new QuotaSpec(
                name,
                "",
                WellKnown.ROOT_QUOTA,
                Tree.DEFAULT,
                true,
                ResourceVector.EMPTY,
                max,
                ResourceVector.EMPTY,
                List.of());
    }

    /** Whether pods of a namespace may name it by their label. */
    boolean serves(String other) {
        return QuotaNamespaces.serves(name, namespace, namespaces, other);
    }

    /** Whether it is the quota of the system's pods, or of pods that name no other: no part of the sharing. */
    public boolean builtIn() {
        return name.equals(WellKnown.SYSTEM_QUOTA) || name.equals(WellKnown.DEFAULT_QUOTA);
    }

    QuotaSpec inDefaultTree() {
        return inTree(Tree.DEFAULT);
    }

    QuotaSpec inTree(Tree other) {
        return new QuotaSpec(name, namespace, parent, other, lent, min, max, weight, namespaces);
    }
}
