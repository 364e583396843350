package io.koordbridge.yarnoperator.matching;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Claim;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Way;
import io.koordbridge.yarnoperator.matching.NodeManagerMatcher.Found;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All NodeManagers of a node: the one that the node agent names, and those of its pods. Beside the one that the agent names, that of
 * a pod counts only when it is another NodeManager whose host is certain.
 *
 * @param matches each NodeManager once
 * @param problems what could not be matched, in sentences for people
 * @param pods which of the matches a pod is for certain, by its namespace and name
 * @param unmatched namespace and name of pods of a configured cluster that may have another NodeManager, or none
 */
@PureCore
public record NodeManagersOfNode(
        List<NodeManagerMatch> matches,
        List<String> problems,
        Map<String, NodeManagerRef> pods,
        Set<String> unmatched) {

    /** Nothing was looked at. */
    public static final NodeManagersOfNode NONE = new NodeManagersOfNode(List.of(), List.of(), Map.of(), Set.of());

    public NodeManagersOfNode {
        matches = List.copyOf(matches);
        problems = List.copyOf(problems);
        pods = Map.copyOf(pods);
        unmatched = Set.copyOf(unmatched);
    }

    /**
     * Finds them.
     *
     * @param pods the node's NodeManager pods
     * @param word the NodeManager that the node's agent names, null without one
     * @param declared ids of the clusters that are configured
     * @param reports hosts by cluster; a cluster without a report is absent
     */
    public static NodeManagersOfNode of(
            Node node,
            List<Pod> pods,
            @Nullable AgentWord word,
            Set<String> declared,
            Map<String, RegisteredHosts> reports) {
        List<OfPod> ofPods = pods.stream().map(pod -> ofPod(node, pod, reports)).toList();
        List<NodeManagerMatch> matches = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        String cluster = "";
        if (word != null) {
            cluster = cluster(word, ofPods, declared);
            Found named = matcher(cluster, reports).named(node.getMetadata().getName(), word);
            if (!named.rivals().isEmpty()) {
                problems.add(PodCheck.several(node, word, named.rivals()));
            }
            agents(named, ofPods).ifPresent(matches::add);
        }
        NodeManagerMatch agents = matches.isEmpty() ? null : matches.get(0);
        for (OfPod one : ofPods) {
            if (agents == null || !one.isMeantBy(agents, ofPods)) {
                Optional.ofNullable(one.found().match())
                        .filter(match -> matches.stream().noneMatch(other -> isSame(other, match)))
                        .ifPresent(matches::add);
                one.problem(declared, reports.keySet()).ifPresent(problems::add);
            }
        }
        return withPods(matches, problems, ofPods, agents, declared);
    }

    /** A pod whose names do not stand for the NodeManager that the agent names is not certainly its pod: anyone may set the label. */
    private static NodeManagersOfNode withPods(
            List<NodeManagerMatch> matches,
            List<String> problems,
            List<OfPod> ofPods,
            @Nullable NodeManagerMatch agents,
            Set<String> declared) {
        Map<String, NodeManagerRef> pods = new HashMap<>();
        Set<String> unmatched = new HashSet<>();
        for (OfPod one : ofPods) {
            boolean meant = agents != null && one.isMeantBy(agents, ofPods);
            Set<NodeManagerRef> named = one.named(meant);
            matches.stream()
                    .map(NodeManagerMatch::ref)
                    .filter(named::contains)
                    .findFirst()
                    .ifPresentOrElse(ref -> pods.put(NodeManagerMatcher.name(one.pod()), ref), () -> {
                        if (!meant && declared.contains(one.cluster())) {
                            unmatched.add(NodeManagerMatcher.name(one.pod()));
                        }
                    });
        }
        return new NodeManagersOfNode(matches, problems, pods, unmatched);
    }

    /** What the agent names; a pod that runs takes precedence over an agent that does not report. */
    private static Optional<NodeManagerMatch> agents(Found named, List<OfPod> pods) {
        return Optional.ofNullable(named.match())
                .filter(match -> named.inUse()
                        || match.claim() == Claim.AGENT
                        || pods.stream().noneMatch(OfPod::inUse));
    }

    private static boolean isSame(NodeManagerMatch one, NodeManagerMatch other) {
        return one.ref().equals(other.ref());
    }

    private static NodeManagerMatcher matcher(String cluster, Map<String, RegisteredHosts> reports) {
        return new NodeManagerMatcher(cluster, reports.getOrDefault(cluster, RegisteredHosts.NONE));
    }

    private static OfPod ofPod(Node node, Pod pod, Map<String, RegisteredHosts> reports) {
        String cluster = NodeManagerMatcher.cluster(pod);
        return new OfPod(pod, cluster, matcher(cluster, reports).of(node, pod));
    }

    /** Where the agent does not know it, the pods' one. */
    private static String cluster(AgentWord word, List<OfPod> pods, Set<String> declared) {
        if (word.cluster() != null) {
            return word.cluster();
        }
        Set<String> named =
                pods.stream().map(OfPod::cluster).filter(declared::contains).collect(Collectors.toSet());
        return named.size() == 1 ? named.iterator().next() : "";
    }

    private record OfPod(Pod pod, String cluster, Found found) {

        boolean inUse() {
            return found.inUse();
        }

        /**
         * The NodeManagers that its names stand for.
         *
         * @param decided whether the agent says which of several it is
         */
        Set<NodeManagerRef> named(boolean decided) {
            Set<NodeManagerRef> refs = new HashSet<>();
            Optional.ofNullable(found.match()).map(NodeManagerMatch::ref).ifPresent(refs::add);
            if (decided) {
                refs.addAll(found.rivals());
            }
            return refs;
        }

        /** Whether the agent names the NodeManager of this pod, the only one of its cluster: unless that has another one for certain. */
        boolean isMeantBy(NodeManagerMatch agents, List<OfPod> all) {
            boolean only = all.stream()
                            .filter(one -> one.cluster.equals(agents.ref().cluster()))
                            .count()
                    == 1;
            return only && cluster.equals(agents.ref().cluster()) && !isAnother(agents);
        }

        /** Whether it is for certain another one than the agent's. */
        private boolean isAnother(NodeManagerMatch agents) {
            NodeManagerMatch match = found.match();
            return match != null
                    && found.inUse()
                    && match.way() != Way.SHORT_NAME
                    && match.claim() != Claim.NAMED
                    && !isSame(match, agents);
        }

        Optional<String> problem(Set<String> declared, Set<String> heard) {
            return found.rivals().isEmpty()
                    ? PodCheck.problem(pod, found.match() != null, declared, heard)
                    : Optional.of(PodCheck.several(pod, found.rivals()));
        }
    }
}
