package io.koordbridge.manager.clusterview;

import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.kube.queue.WorkQueue;
import java.time.Duration;
import java.util.Collection;

/** Node names waiting for one controller; takes nothing while this replica does not act. */
public final class NodeQueue implements AutoCloseable {

    private static final Duration LEASE_WAIT = Duration.ofMillis(500);

    private final WorkQueue<String> queue;
    private final Leadership acting;

    public NodeQueue(String name, Leadership acting) {
        this.queue = new WorkQueue<>(name);
        this.acting = acting;
    }

    /** Wants a node reconciled. */
    public void add(String node) {
        if (acting.acts()) {
            queue.add(node);
        }
    }

    /** Wants nodes reconciled. */
    public void addAll(Collection<String> nodes) {
        nodes.forEach(this::add);
    }

    /**
     * The reconciler, held to the lease: keys taken in before the leadership was lost are dropped, and while the lease is
     * not renewed keys wait. A failed pass is repeated with backoff, but no later than it asks for.
     */
    public Reconciler<String> whileActing(Reconciler<String> reconciler) {
        return node -> {
            if (!acting.acts()) {
                return ReconcileResult.done();
            }
            if (!acting.mayWrite()) {
                return ReconcileResult.after(LEASE_WAIT);
            }
            ReconcileResult result = reconciler.reconcile(node);
            if (result.failed()) {
                result.again().ifPresent(latest -> queue.addAfter(node, latest));
            }
            return result;
        };
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
