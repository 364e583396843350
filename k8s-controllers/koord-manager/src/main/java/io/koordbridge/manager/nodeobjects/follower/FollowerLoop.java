package io.koordbridge.manager.nodeobjects.follower;

import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.queue.ReconcileLoop;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.clusterview.NodeQueue;

/** The names of nodes whose follower one controller looks at, and the worker that does it. */
public final class FollowerLoop implements AutoCloseable {

    private final ClusterView view;
    private final NodeQueue queue;
    private final ReconcileLoop<String> loop;
    private final PeriodicTasks tasks;

    /**
     * A loop that is not started.
     *
     * @param name of the controller, for its metrics
     */
    public FollowerLoop(
            String name, BridgeContext context, ClusterView view, Leadership acting, Reconciler<String> reconciler) {
        this.view = view;
        this.tasks = context.tasks();
        this.queue = new NodeQueue(name, acting);
        this.loop = new ReconcileLoop<>(name, queue.queue(), queue.whileActing(reconciler), context.metrics());
    }

    /** Starts the worker. */
    public void start() {
        loop.start(tasks);
    }

    /** Wants a node reconciled. */
    public void add(String node) {
        queue.add(node);
    }

    /** Wants every node and every orphan reconciled. */
    public void addAll() {
        queue.addAll(view.nodeNames());
        view.followerNames().forEach(queue::add);
    }

    @Override
    public void close() {
        loop.close();
    }
}
