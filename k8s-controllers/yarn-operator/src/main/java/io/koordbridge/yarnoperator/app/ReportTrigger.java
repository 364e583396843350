package io.koordbridge.yarnoperator.app;

import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.node.ClusterCaches;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.node.NodeLeaseStatuses;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Requeues the nodes whose report has news; all of them when NodeManagers came or went. */
final class ReportTrigger {

    private final ClusterCaches caches;
    private final NodeLeaseStatuses situations;
    private final Consumer<String> requeue;
    private final Map<String, Map<String, ReportedNode>> last = new ConcurrentHashMap<>();

    ReportTrigger(ClusterCaches caches, NodeLeaseStatuses situations, Consumer<String> requeue) {
        this.caches = caches;
        this.situations = situations;
        this.requeue = requeue;
    }

    void onReport(ClusterReport report) {
        Map<String, ReportedNode> before = last.put(report.cluster(), report.nodes());
        Set<String> ids = report.nodes().keySet();
        if (before == null || !before.keySet().equals(ids)) {
            caches.nodesWithNodeManagers().forEach(requeue);
            situations.all().forEach(one -> requeue.accept(one.node()));
            return;
        }
        for (NodeLeaseStatus one : situations.all()) {
            for (NodeManagerView view : one.seen().managers()) {
                boolean ours = view.ref().cluster().equals(report.cluster());
                ReportedNode fresh = ours ? report.nodes().get(view.ref().nodeId()) : null;
                if (fresh != null && !fresh.equals(before.get(view.ref().nodeId()))) {
                    requeue.accept(one.node());
                }
            }
        }
    }
}
