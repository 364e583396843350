package io.koordbridge.manager.clusterview;

import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.kube.queue.WorkQueue;
import java.util.Collection;
import java.util.function.BooleanSupplier;

/** Node names waiting for one controller; takes nothing while this replica does not act. */
public final class NodeQueue implements AutoCloseable {

    private final WorkQueue<String> queue;
    private final BooleanSupplier acting;

    public NodeQueue(String name, BooleanSupplier acting) {
        this.queue = new WorkQueue<>(name);
        this.acting = acting;
    }

    /** Wants a node reconciled. */
    public void add(String node) {
        if (acting.getAsBoolean()) {
            queue.add(node);
        }
    }

    /** Wants nodes reconciled. */
    public void addAll(Collection<String> nodes) {
        nodes.forEach(this::add);
    }

    /** The reconciler, doing nothing for keys that were taken in before this replica stopped acting. */
    public Reconciler<String> whileActing(Reconciler<String> reconciler) {
        return node -> acting.getAsBoolean() ? reconciler.reconcile(node) : ReconcileResult.done();
    }

    /** The queue for the loop that drains it. */
    public WorkQueue<String> queue() {
        return queue;
    }

    @Override
    public void close() {
        queue.close();
    }
}
