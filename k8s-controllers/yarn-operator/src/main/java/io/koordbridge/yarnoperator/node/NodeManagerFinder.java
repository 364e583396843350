package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.document.yarn.YarnNodeId;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.AgentWord;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import io.koordbridge.yarnoperator.matching.NodeManagersOfNode;
import io.koordbridge.yarnoperator.matching.PodCheck;
import io.koordbridge.yarnoperator.matching.RegisteredHosts;
import io.koordbridge.yarnoperator.matching.RegisteredHosts.Registration;
import io.koordbridge.yarnoperator.node.NodeManagerOwnership.Ownership;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the NodeManagers of nodes, and their owner where several nodes name one; touched by the loop's thread only. */
final class NodeManagerFinder {

    /** An agent that has not reported for this long may have left its annotation behind. */
    private static final Duration AGENT_REPORTS = Duration.ofMinutes(3);

    private final ClusterCaches caches;
    private final YarnClusters clusters;
    private final Consumer<String> requeue;
    private final NodeManagerOwnership claims = new NodeManagerOwnership();
    private final Map<String, Indexed> indexes = new HashMap<>();
    /** Nodes whose NodeManagers are known, as of {@link #lookedWith}. */
    private final Set<String> looked = new HashSet<>();

    private Set<String> lookedWith = Set.of();
    private long lookedAt = -1;

    NodeManagerFinder(ClusterCaches caches, YarnClusters clusters, Consumer<String> requeue) {
        this.caches = caches;
        this.clusters = clusters;
        this.requeue = requeue;
    }

    /**
     * The hosts of a report.
     *
     * @param at when that was asked for
     */
    private record Indexed(Instant at, RegisteredHosts hosts) {}

    /** A deleted node names no NodeManager. */
    void forget(String node) {
        looked.remove(node);
        claims.enter(node, List.of()).forEach(requeue);
    }

    /** The NodeManagers of a node; problems are added. */
    NodeManagersOfNode find(Node node, List<String> problems, Instant now) {
        String name = node.getMetadata().getName();
        NodeManagersOfNode found = look(node, now);
        enter(name, found.matches());
        problems.addAll(found.problems());
        for (NodeManagerMatch match : found.matches()) {
            if (claims.standing(name, match.ref()) != Ownership.OWN) {
                problems.add(PodCheck.disputed(match, claims.nodes(match.ref())));
            }
        }
        return found;
    }

    /** What a NodeManager is to a node. */
    Ownership standing(String node, NodeManagerRef ref) {
        return claims.standing(node, ref);
    }

    private void enter(String node, List<NodeManagerMatch> matches) {
        claims.enter(node, matches).forEach(requeue);
        looked.add(node);
    }

    /**
     * A NodeManager that nothing names here may run on a node that was not looked at yet, after a restart or with a cluster's first report:
     * each is looked at once.
     */
    void lookAhead(Instant now) {
        Set<String> with = reports().keySet();
        long changed = caches.nodeManagersChanged();
        if (with.equals(lookedWith) && changed == lookedAt) {
            return;
        }
        if (!with.equals(lookedWith)) {
            lookedWith = Set.copyOf(with);
            looked.clear();
        }
        lookedAt = changed;
        for (String other : caches.nodesWithNodeManagers()) {
            Node node = looked.contains(other) ? null : caches.node(other);
            if (node != null) {
                enter(other, look(node, now).matches());
            }
        }
    }

    private NodeManagersOfNode look(Node node, Instant now) {
        String name = node.getMetadata().getName();
        return NodeManagersOfNode.of(node, caches.nodeManagers(name), word(name, now), clusters.declared(), reports());
    }

    private @Nullable AgentWord word(String node, Instant now) {
        NodeManagerAnnotation named = caches.named(node);
        YarnNodeId nodeId = named == null ? null : named.nodeId();
        if (named == null || nodeId == null) {
            return null;
        }
        String cluster =
                Optional.ofNullable(named.clusterId()).flatMap(clusters::called).orElse(null);
        return new AgentWord(nodeId, cluster, agentReports(node, now));
    }

    /** Whether the node's agent reports now. */
    boolean agentReports(String node, Instant now) {
        NodeUsage usage = caches.usage(node);
        return usage.at() != null && !usage.arrivedAt().plus(AGENT_REPORTS).isBefore(now);
    }

    /** Each report is indexed once. */
    private Map<String, RegisteredHosts> reports() {
        Map<String, RegisteredHosts> hosts = new HashMap<>();
        for (ClusterReport report : clusters.reports()) {
            Indexed known = indexes.get(report.cluster());
            if (known == null || !known.at().equals(report.at())) {
                known = new Indexed(report.at(), index(report));
                indexes.put(report.cluster(), known);
            }
            hosts.put(report.cluster(), known.hosts());
        }
        return hosts;
    }

    private static RegisteredHosts index(ClusterReport report) {
        List<Registration> all = new ArrayList<>(report.nodes().size());
        report.nodes()
                .values()
                .forEach(one -> all.add(
                        new Registration(one.host(), one.port(), one.state().inUse())));
        return new RegisteredHosts(all);
    }
}
