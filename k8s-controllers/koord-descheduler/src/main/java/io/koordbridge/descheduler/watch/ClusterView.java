package io.koordbridge.descheduler.watch;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.RunView;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The cluster as one run sees it. The nodes together, the report of each node, the pods of each node, and the pods and the scale of each
 * workload are as they were when this view was first asked for them, and stay so. What was never asked for costs nothing, and pods are
 * not copied: a change of the indexes sets the list that a view holds apart. Two parts that are asked for one after the other may differ by
 * what happened between: a pod that has just gone is then missing in the later one. Thread-safe.
 */
public final class ClusterView implements RunView, Workloads {

    private final Instant now;
    private final FactCache<Node, NodeFacts> nodes;
    private final FactCache<NodeMetric, LoadReport> reports;
    private final PodIndex pods;
    private final Workloads live;
    private final Map<String, Optional<LoadReport>> seenReports = new ConcurrentHashMap<>();
    private final Map<String, Collection<PodFacts>> seenPods = new ConcurrentHashMap<>();
    private final Map<String, Collection<PodFacts>> seenWorkloads = new ConcurrentHashMap<>();
    private final Map<OwnerRef, Optional<Scale>> seenScales = new ConcurrentHashMap<>();
    private List<NodeFacts> seenNodes = List.of();
    private boolean nodesSeen;

    ClusterView(
            Instant now,
            FactCache<Node, NodeFacts> nodes,
            FactCache<NodeMetric, LoadReport> reports,
            PodIndex pods,
            Workloads live) {
        this.now = now;
        this.nodes = nodes;
        this.reports = reports;
        this.pods = pods;
        this.live = live;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public synchronized List<NodeFacts> nodes() {
        if (!nodesSeen) {
            seenNodes = nodes.values().stream()
                    .sorted(Comparator.comparing(NodeFacts::name))
                    .toList();
            nodesSeen = true;
        }
        return seenNodes;
    }

    @Override
    public Collection<PodFacts> podsOn(String node) {
        return seenPods.computeIfAbsent(node, pods::onNode);
    }

    @Override
    public Optional<LoadReport> report(String node) {
        return seenReports.computeIfAbsent(node, name -> Optional.ofNullable(reports.get(name)));
    }

    @Override
    public Workloads workloads() {
        return this;
    }

    @Override
    public Optional<Scale> scale(String namespace, OwnerRef controller) {
        return seenScales.computeIfAbsent(controller, owner -> live.scale(namespace, owner));
    }

    @Override
    public Collection<PodFacts> pods(String workloadUid) {
        return seenWorkloads.computeIfAbsent(workloadUid, live::pods);
    }
}
