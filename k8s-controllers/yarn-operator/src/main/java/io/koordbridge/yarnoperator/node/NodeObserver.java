package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.NodeBalances;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.lease.Masters;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.NodeObservation;
import io.koordbridge.yarnoperator.lease.NodeObservation.Authority;
import io.koordbridge.yarnoperator.lease.WrittenLease;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import io.koordbridge.yarnoperator.matching.PodCheck;
import io.koordbridge.yarnoperator.node.NodeManagerOwnership.Ownership;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.NodeManagerProbe;
import io.koordbridge.yarnoperator.resourcemanager.PendingDemand;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects one observation: reads everything, decides nothing. */
final class NodeObserver {

    private static final Duration NEVER_REPORTED = Duration.ofDays(3650);

    private final ClusterCaches caches;
    private final YarnClusters clusters;
    private final NodeManagerProbe probe;
    private final NodeManagerFinder finder;

    NodeObserver(ClusterCaches caches, YarnClusters clusters, NodeManagerProbe probe, Consumer<String> requeue) {
        this.caches = caches;
        this.clusters = clusters;
        this.probe = probe;
        this.finder = new NodeManagerFinder(caches, clusters, requeue);
    }

    /** A node that is no longer there names no NodeManager. */
    void forget(String node) {
        finder.forget(node);
    }

    /**
     * An observation and what it was made from.
     *
     * @param toldBefore those of the problems that were logged where they were found
     */
    record Observed(
            Node node,
            NodeReading reading,
            NodeObservation seen,
            List<NodeManagerMatch> matches,
            Map<NodeManagerRef, ReportedNode> reported,
            NodeUsage usage,
            List<String> problems,
            Set<String> toldBefore,
            NodeAsked asked) {

        /** The same with what is asked of the node. */
        Observed with(NodeAsked now) {
            return new Observed(node, reading, seen, matches, reported, usage, problems, toldBefore, now);
        }

        /** Where the NodeManagers' web servers are. */
        Map<NodeManagerRef, String> webAddresses() {
            Map<NodeManagerRef, String> addresses = new LinkedHashMap<>();
            reported.forEach((ref, one) -> addresses.put(ref, one.httpAddress()));
            return addresses;
        }

        /** The same for people, with what is wrong beside the input. */
        Observed troubled(@Nullable String problem) {
            if (problem == null) {
                return this;
            }
            List<String> all = new ArrayList<>(problems);
            all.add(0, problem);
            return new Observed(node, reading, seen, matches, reported, usage, all, toldBefore, asked);
        }
    }

    Observed observe(Node node, NodeMemory memory, Authority authority, Instant now) {
        String name = node.getMetadata().getName();
        NodeReading reading = NodeReading.of(node, memory.lastGoodOrigin, memory.lastThirdParties);
        List<String> problems = new ArrayList<>(reading.problems());
        memory.found = finder.find(node, problems, now);
        List<NodeManagerMatch> matches = memory.found.matches();
        problems.addAll(unknown(matches, memory, now));
        Map<NodeManagerRef, Boolean> managers = runningHere(name, matches, memory, now);
        memory.managers.forEach(ref -> managers.putIfAbsent(ref, false));
        Optional<YarnLease> record = NodeAnnotations.record(node);
        // Also beside a NodeManager that has come after it: what it held is not that one's.
        record.flatMap(NodeAnnotations::manager).ifPresent(ref -> managers.putIfAbsent(ref, false));
        if (managers.containsValue(false)) {
            finder.lookAhead(now);
        }
        problems.addAll(memory.look(node, now));
        Map<NodeManagerRef, ReportedNode> reported = new LinkedHashMap<>();
        List<NodeManagerView> views = new ArrayList<>();
        managers.forEach((ref, pod) -> views.add(view(name, ref, pod, managers.size() == 1, memory, reported, now)));
        memory.notReadySince = ready(node) ? null : memory.notReadySince == null ? now : memory.notReadySince;
        List<String> refusals = refusals(managers.keySet());
        problems.addAll(refusals);
        problems.addAll(memory.writers.look(views, probe::startedAt, now));
        List<String> unasked = unasked(managers.keySet(), memory);
        problems.addAll(unasked);
        NodeUsage usage = caches.usage(name);
        NodeObservation seen = new NodeObservation(
                now,
                authority,
                new NodeBalances(
                        reading.origin(),
                        caches.requests(name),
                        reading.entries().others(),
                        reading.published(),
                        caches.live(),
                        reading.shareThousandths(),
                        reading.originUnreadable(),
                        memory.listed),
                written(node, reading, record),
                views,
                demand(managers.keySet()),
                usage.agent(now, memory.nodeManager, inUse(views)),
                masters(views, memory),
                memory.notReadySince,
                memory.evictions.eviction());
        return new Observed(
                node, reading, seen, matches, reported, usage, problems, told(refusals, unasked), NodeAsked.NOTHING);
    }

    /** NodeManagers that do not answer by themselves, and for which the node agent does not report either. */
    private List<String> unasked(Set<NodeManagerRef> managers, NodeMemory memory) {
        return managers.stream()
                .filter(ref -> memory.nodeManager.of(ref, managers.size() == 1).isEmpty())
                .flatMap(ref -> probe.problem(ref).stream())
                .toList();
    }

    private static Set<String> told(List<String> refusals, List<String> unasked) {
        return Stream.concat(refusals.stream(), unasked.stream()).collect(Collectors.toSet());
    }

    private static List<NodeManagerRef> inUse(List<NodeManagerView> views) {
        return views.stream()
                .filter(NodeManagerView::inUse)
                .map(NodeManagerView::ref)
                .toList();
    }

    private static WrittenLease written(Node node, NodeReading reading, Optional<YarnLease> record) {
        return new WrittenLease(
                reading.entries().yarnAmount().orElse(null),
                record.map(YarnLease::lease).map(NodeAnnotations::amount).orElse(null),
                record.map(YarnLease::lost).map(NodeAnnotations::amount).orElse(null),
                reading.entries().problem(),
                node.getMetadata().getResourceVersion());
    }

    /** Those that were found, and whether they run here: the agent's annotation for one without a pod counts while it may be current. */
    private Map<NodeManagerRef, Boolean> runningHere(
            String name, List<NodeManagerMatch> matches, NodeMemory memory, Instant now) {
        boolean pods = !caches.nodeManagers(name).isEmpty();
        Set<NodeManagerRef> found = matches.stream().map(NodeManagerMatch::ref).collect(Collectors.toSet());
        Set<NodeManagerRef> running = memory.registrations.running(found, this::inUse, now);
        boolean agent = finder.agentReports(name, now);
        Map<NodeManagerRef, Boolean> managers = new LinkedHashMap<>();
        matches.forEach(match -> managers.put(match.ref(), pods || (agent && running.contains(match.ref()))));
        return managers;
    }

    private boolean inUse(NodeManagerRef ref) {
        return clusters.report(ref.cluster())
                .map(report -> report.nodes().get(ref.nodeId()))
                .filter(node -> node.state().inUse())
                .isPresent();
    }

    private List<String> refusals(Set<NodeManagerRef> managers) {
        List<String> refusals = new ArrayList<>();
        for (NodeManagerRef ref : managers) {
            clusters.report(ref.cluster())
                    .map(report -> report.refused().get(ref.nodeId()))
                    .ifPresent(refusal -> refusals.add(refusal.problem()));
        }
        return refusals;
    }

    /** NodeManagers that only an annotation names, and for longer than a NodeManager takes to register. */
    private List<String> unknown(List<NodeManagerMatch> matches, NodeMemory memory, Instant now) {
        List<NodeManagerMatch> unknown = matches.stream()
                .filter(match -> !match.way().confirmed())
                .filter(match -> clusters.report(match.ref().cluster()).isPresent())
                .toList();
        return memory.registrations.overdue(unknown, now).stream()
                .map(PodCheck::unknown)
                .toList();
    }

    /** A Node that says nothing of it has no kubelet that could say otherwise. */
    private static boolean ready(Node node) {
        NodeStatus status = node.getStatus();
        List<NodeCondition> conditions = status == null ? null : status.getConditions();
        return conditions == null
                || conditions.stream()
                        .filter(one -> "Ready".equals(one.getType()))
                        .allMatch(one -> "True".equals(one.getStatus()));
    }

    /** What application masters hold by the newest report of each NodeManager in use; as of long ago while one has none. */
    private Masters masters(List<NodeManagerView> views, NodeMemory memory) {
        boolean only = views.size() == 1;
        List<Masters> said = new ArrayList<>();
        for (NodeManagerView view : views) {
            Masters one = masters(view.ref(), only, memory);
            if (view.inUse() || one.held() != null) {
                said.add(one);
            }
        }
        return Masters.sum(said);
    }

    private Masters masters(NodeManagerRef ref, boolean only, NodeMemory memory) {
        Masters web = probe.last(ref)
                .map(word -> new Masters(word.masters(), word.askedAt()))
                .filter(word -> word.held() != null)
                .orElse(Masters.UNKNOWN);
        return memory.nodeManager
                .mastersOf(ref, only)
                .filter(agent -> !agent.askedAt().isBefore(web.askedAt()))
                .orElse(web);
    }

    private NodeManagerView view(
            String name,
            NodeManagerRef ref,
            boolean pod,
            boolean only,
            NodeMemory memory,
            Map<NodeManagerRef, ReportedNode> reported,
            Instant now) {
        ClusterReport report = clusters.report(ref.cluster()).orElse(null);
        Duration age = report == null ? NEVER_REPORTED : Duration.between(report.asOf(ref.nodeId()), now);
        ReportedNode node = report == null ? null : report.nodes().get(ref.nodeId());
        Ownership standing = finder.standing(name, ref);
        if (standing != Ownership.OWN) {
            ManagerState state = standing == Ownership.DISPUTED ? ManagerState.DISPUTED : ManagerState.DEAD;
            return unreported(ref, state, pod, age, memory);
        }
        if (report == null || node == null) {
            return unreported(ref, ManagerState.UNKNOWN, pod, age, memory);
        }
        reported.put(ref, node);
        return new NodeManagerView(
                ref,
                node.state(),
                node.capability(),
                node.used(),
                probe.word(ref).or(() -> memory.nodeManager.of(ref, only)).orElse(null),
                probe.down(ref),
                pod,
                age,
                report.epoch(),
                memory.acknowledged.getOrDefault(ref, 0L));
    }

    private static NodeManagerView unreported(
            NodeManagerRef ref, ManagerState state, boolean pod, Duration age, NodeMemory memory) {
        long acknowledged = memory.acknowledged.getOrDefault(ref, 0L);
        return new NodeManagerView(
                ref, state, YarnAmount.ZERO, YarnAmount.ZERO, null, false, pod, age, 0, acknowledged);
    }

    private Demand demand(Set<NodeManagerRef> managers) {
        long vcores = 0;
        long memoryMb = 0;
        boolean known = !managers.isEmpty();
        for (NodeManagerRef ref : managers) {
            PendingDemand pending = clusters.report(ref.cluster())
                    .flatMap(report -> report.pendingFor(ref.nodeId()))
                    .orElse(null);
            known &= pending != null;
            vcores += pending == null ? 0 : pending.vcores();
            memoryMb += pending == null ? 0 : pending.memoryMb();
        }
        return new Demand(known, vcores, memoryMb, caches.batchPodsPending());
    }
}
