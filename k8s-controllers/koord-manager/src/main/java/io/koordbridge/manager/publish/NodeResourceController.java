package io.koordbridge.manager.publish;

import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.ReportFault;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.queue.ReconcileLoop;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.clusterview.NodeQueue;
import java.time.Duration;

/** Turns changes into node names and reconciles them, several nodes at once. */
public final class NodeResourceController implements ClusterListener, AutoCloseable {

    private static final String NAME = "noderesource";
    private static final Duration SWEEP = Duration.ofMinutes(1);

    private final ClusterView view;
    private final NodeQueue queue;
    private final NodeResourceReconciler reconciler;
    private final ReconcileLoop<String> loop;
    private final PeriodicTasks tasks;

    /**
     * A controller that is not started.
     *
     * @param workers how many nodes are worked on at once, most of the time waiting for answers to writes
     */
    public NodeResourceController(
            BridgeContext context, ClusterView view, NodeResourceConfig config, Leadership acting, int workers) {
        this.view = view;
        this.tasks = context.tasks();
        this.queue = new NodeQueue(NAME, acting);
        this.reconciler = new NodeResourceReconciler(context, view, config, acting);
        this.loop = new ReconcileLoop<>(NAME, queue.queue(), queue.whileActing(reconciler), context.metrics(), workers);
        config.onChange(this::all);
    }

    /** Starts the worker. */
    public void start() {
        loop.start(tasks);
        tasks.every(NAME + "-sweeper", SWEEP, reconciler::sweep);
    }

    /** This replica begins to act. */
    public void begin() {
        reconciler.begin();
        all();
    }

    /** Wants every node reconciled. */
    public void all() {
        queue.addAll(view.nodeNames());
    }

    /** The last calculations. */
    public NodeResourceReconciler reconciler() {
        return reconciler;
    }

    @Override
    public void nodeChanged(String name, boolean marksChanged) {
        queue.add(name);
    }

    @Override
    public void nodeMetricChanged(String name, boolean specChanged) {
        if (view.report(name).isEmpty()) {
            reconciler.reportGone(name);
        }
        queue.add(name);
    }

    @Override
    public void reportUnreadable(NodeMetric report, ReportFault fault) {
        reconciler.reportUnreadable(report, fault);
    }

    @Override
    public void reportReadable(NodeMetric report) {
        reconciler.reportReadable(report);
    }

    @Override
    public void nodeSloChanged(String name) {
        queue.add(name);
    }

    @Override
    public void topologyChanged(String name) {
        queue.add(name);
    }

    @Override
    public void deviceChanged(String name) {
        queue.add(name);
    }

    @Override
    public void podsChanged(String node) {
        queue.add(node);
    }

    @Override
    public void close() {
        loop.close();
    }
}
