package io.koordbridge.yarnoperator.node;

import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Claim;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Which nodes name which NodeManager, by their pods or their agents. It runs on one node only: what two nodes lease to it, both would send it, in turn; touched by
 * the loop's thread only.
 */
final class NodeManagerOwnership {

    /** What a NodeManager is to a node that knows of it. */
    enum Ownership {
        /** No other node names it. */
        OWN,
        /** It is another node's. */
        ELSEWHERE,
        /** Several nodes name it, and its owner is unclear. */
        DISPUTED
    }

    /** By NodeManager, the claim of each node. */
    private final Map<NodeManagerRef, Map<String, Claim>> claims = new HashMap<>();

    /** The same by node. */
    private final Map<String, Map<NodeManagerRef, Claim>> byNode = new HashMap<>();

    /** Takes note of the NodeManagers that a node names; the other nodes that this concerns. */
    Set<String> enter(String node, List<NodeManagerMatch> matches) {
        Map<NodeManagerRef, Claim> named = matches.stream()
                .collect(Collectors.toMap(
                        NodeManagerMatch::ref,
                        NodeManagerMatch::claim,
                        BinaryOperator.maxBy(Comparator.naturalOrder())));
        Map<NodeManagerRef, Claim> before = byNode.getOrDefault(node, Map.of());
        if (named.equals(before)) {
            return Set.of();
        }
        if (named.isEmpty()) {
            byNode.remove(node);
        } else {
            byNode.put(node, named);
        }
        Set<String> concerned = new TreeSet<>();
        before.keySet().forEach(ref -> concerned.addAll(without(ref, node)));
        named.forEach((ref, claim) -> concerned.addAll(with(ref, node, claim)));
        concerned.remove(node);
        return concerned;
    }

    private Set<String> with(NodeManagerRef ref, String node, Claim claim) {
        Map<String, Claim> nodes = claims.computeIfAbsent(ref, unused -> new TreeMap<>());
        nodes.put(node, claim);
        return nodes.keySet();
    }

    private Set<String> without(NodeManagerRef ref, String node) {
        Map<String, Claim> nodes = claims.getOrDefault(ref, Map.of());
        nodes.remove(node);
        if (nodes.isEmpty()) {
            claims.remove(ref);
        }
        return nodes.keySet();
    }

    /** What a NodeManager is to a node. */
    Ownership standing(String node, NodeManagerRef ref) {
        Map<String, Claim> nodes = claims.getOrDefault(ref, Map.of());
        if (nodes.isEmpty() || nodes.keySet().equals(Set.of(node))) {
            return Ownership.OWN;
        }
        if (!nodes.containsKey(node)) {
            return Ownership.ELSEWHERE;
        }
        Claim strongest = Collections.max(nodes.values());
        if (Collections.frequency(nodes.values(), strongest) != 1) {
            return Ownership.DISPUTED;
        }
        return nodes.get(node) == strongest ? Ownership.OWN : Ownership.ELSEWHERE;
    }

    /** The nodes that name a NodeManager. */
    Collection<String> nodes(NodeManagerRef ref) {
        return claims.getOrDefault(ref, Map.of()).keySet();
    }
}
