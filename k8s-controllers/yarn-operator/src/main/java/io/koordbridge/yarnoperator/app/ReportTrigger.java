package io.koordbridge.yarnoperator.app;

import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.WaitReason;
import io.koordbridge.yarnoperator.node.ClusterCaches;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.node.NodeLeaseStatuses;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Requeues the nodes whose report has news or that wait for a new report; those of the cluster when its applications begin or cease to wait;
 * all of them when NodeManagers come or go, or batch pods begin or cease to wait.
 */
final class ReportTrigger {

    private final ClusterCaches caches;
    private final NodeLeaseStatuses situations;
    private final Consumer<String> requeue;
    private final Map<String, ClusterReport> last = new ConcurrentHashMap<>();
    private final AtomicBoolean podsWaited = new AtomicBoolean();

    ReportTrigger(ClusterCaches caches, NodeLeaseStatuses situations, Consumer<String> requeue) {
        this.caches = caches;
        this.situations = situations;
        this.requeue = requeue;
    }

    void onReport(ClusterReport report) {
        ReportNews news = new ReportNews(last.put(report.cluster(), report), report);
        boolean podsWait = caches.batchPodsPending();
        boolean otherPods = podsWaited.getAndSet(podsWait) != podsWait;
        if (news.otherNodes()) {
            caches.nodesWithNodeManagers().forEach(requeue);
        }
        for (NodeLeaseStatus one : situations.all()) {
            if (news.otherNodes() || otherPods || concerns(news, one)) {
                requeue.accept(one.node());
            }
        }
    }

    private static boolean concerns(ReportNews news, NodeLeaseStatus one) {
        LeaseStep step = one.step();
        boolean wanted = news.otherDemand() || (step != null && step.waitsFor() == WaitReason.REPORT_OLD);
        return one.seen().managers().stream()
                .map(NodeManagerView::ref)
                .anyMatch(ref -> wanted ? news.isOfCluster(ref) : news.changed(ref));
    }
}
