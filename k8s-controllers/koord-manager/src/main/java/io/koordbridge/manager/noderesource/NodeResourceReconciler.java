package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.colocation.ColocationConfigSource;
import io.koordbridge.manager.damping.DampingState;
import io.koordbridge.manager.noderesource.NodeExplanation.LastWrite;
import io.koordbridge.manager.noderesource.NodeResourceMetrics.Outcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Brings what one Node publishes up to date; several workers run it, never two for one Node. */
public final class NodeResourceReconciler implements Reconciler<String> {

    private static final int TRIES = 4;
    private static final long FIRST_WAIT_MILLIS = 10;
    private static final int WAIT_FACTOR = 5;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY = 429;
    private static final int NOT_FOUND = 404;

    private final ClusterView view;
    private final ColocationConfigSource config;
    private final Clock clock;
    private final InputsReader reader;
    private final NodeWriter writer;
    private final NodeResourceMetrics metrics;
    private final AllocatableGauges gauges;
    private final PassNotes notes;
    private final CapacityHistory history = new CapacityHistory();
    private final Map<String, Instant> upToDateAt = new ConcurrentHashMap<>();
    private final Map<String, DampingState> damping = new ConcurrentHashMap<>();
    private final Map<String, NodeExplanation> explanations = new ConcurrentHashMap<>();
    private final Map<String, Instant> countedReports = new ConcurrentHashMap<>();

    public NodeResourceReconciler(BridgeContext context, ClusterView view, ColocationConfigSource config) {
        this.view = view;
        this.config = config;
        this.clock = context.clock();
        this.writer = new NodeWriter(context.patcher());
        this.metrics = new NodeResourceMetrics(context.metrics());
        this.gauges = new AllocatableGauges(context.metrics());
        this.notes = new PassNotes(context.events());
        this.reader = new InputsReader(view, config, context.events(), new ThirdPartyMemory(context.events(), metrics));
    }

    /** The last pass over a node. */
    public Optional<NodeExplanation> explain(String node) {
        return Optional.ofNullable(explanations.get(node));
    }

    @Override
    public ReconcileResult reconcile(String name) {
        if (!config.state().available()) {
            return ReconcileResult.done();
        }
        Optional<Node> node = view.node(name);
        if (node.isEmpty()) {
            metrics.failed(Outcome.NODE_NOT_FOUND);
            forget(name);
            return ReconcileResult.done();
        }
        Instant now = clock.instant();
        Optional<NodePlan> done = pass(node.get(), now);
        return done.flatMap(NodePlan::askAgainAt)
                .map(again ->
                        ReconcileResult.after(again.isAfter(now) ? Duration.between(now, again) : Duration.ofMillis(1)))
                .orElseGet(ReconcileResult::done);
    }

    /** Plans and writes; on a conflict again from the Node as it is on the server. Empty when the Node is gone. */
    private Optional<NodePlan> pass(Node cached, Instant now) {
        Node node = cached;
        long waitMillis = FIRST_WAIT_MILLIS;
        for (int attempt = 1; ; attempt++) {
            String name = node.getMetadata().getName();
            DampingState before = damping.getOrDefault(name, DampingState.NONE);
            NodePlan plan =
                    NodeResourcePass.plan(reader.read(node, before, upToDateAt.get(name), now), WriteProfile.PRODUCT);
            planned(node, plan);
            try {
                if (plan.writesNode()) {
                    write(node, plan);
                }
                finished(plan, before, now);
                return Optional.of(plan);
            } catch (KubernetesClientException e) {
                if (e.getCode() == NOT_FOUND) {
                    return Optional.empty();
                }
                if ((e.getCode() != CONFLICT && e.getCode() != TOO_MANY) || attempt >= TRIES) {
                    metrics.failed(plan.status().writes() ? Outcome.STATUS_WRITE : Outcome.METADATA_WRITE);
                    throw e;
                }
                LockSupport.parkNanos(Duration.ofMillis(waitMillis).toNanos());
                waitMillis *= WAIT_FACTOR;
                Optional<Node> fresh = fresh(name, plan.status().writes());
                if (fresh.isEmpty()) {
                    return Optional.empty();
                }
                node = fresh.get();
            }
        }
    }

    private Optional<Node> fresh(String name, boolean forStatus) {
        try {
            Optional<Node> node = writer.read(name);
            if (node.isEmpty()) {
                metrics.failed(forStatus ? Outcome.STATUS_NODE_NOT_FOUND : Outcome.METADATA_NODE_NOT_FOUND);
            }
            return node;
        } catch (KubernetesClientException e) {
            metrics.failed(forStatus ? Outcome.STATUS_NODE_UNREADABLE : Outcome.METADATA_NODE_UNREADABLE);
            throw e;
        }
    }

    private void planned(Node node, NodePlan plan) {
        metrics.decided(plan.status().reason());
        StageCounts.count(metrics, plan);
        StageCounts.publish(gauges, plan.terms());
        notes.planned(node, plan);
    }

    private void write(Node node, NodePlan plan) {
        String name = plan.terms().node();
        NodePatch patch = NodePatch.of(plan);
        if (patch.isEmpty()) {
            return;
        }
        writer.write(name, patch, node.getMetadata().getResourceVersion());
        Instant answered = clock.instant();
        if (plan.status().writes()) {
            metrics.succeeded(Outcome.STATUS_WRITE);
        }
        if (plan.metadata().writes()) {
            metrics.succeeded(Outcome.METADATA_WRITE);
        }
        history.written(plan, patch.allocatable(), answered);
        explanations.put(
                name, explanation(plan, new LastWrite(answered, plan.status().reason(), plan.metadata())));
        notes.written(node, plan, patch.allocatable());
        Instant seen = plan.terms().reportSeenAt();
        if (seen != null && !seen.equals(countedReports.put(name, seen))) {
            metrics.reportToStatus(Duration.between(seen, answered));
        }
    }

    private void finished(NodePlan plan, DampingState before, Instant now) {
        String name = plan.terms().node();
        DampingState after = plan.terms().batch().after();
        if (plan.status().writes() || plan.status().reason() == WriteDecision.Reason.UNCHANGED) {
            upToDateAt.put(name, now);
            damping.put(name, after);
        } else {
            damping.put(name, after.unpublished(before));
        }
        NodeExplanation last = explanations.get(name);
        explanations.put(name, explanation(plan, last == null ? null : last.lastWrite()));
    }

    private NodeExplanation explanation(NodePlan plan, @Nullable LastWrite lastWrite) {
        return new NodeExplanation(
                plan.terms(),
                plan.status(),
                plan.metadata(),
                lastWrite,
                history.of(plan.terms().node()));
    }

    /** The NodeMetric went: the next value is written at once. */
    public void reportGone(String name) {
        upToDateAt.remove(name);
    }

    /** From here on this process writes; what another one published since it did last shows on the nodes. */
    public void begin() {
        damping.clear();
    }

    /** Drops gauges that nobody set for a while; called every minute. */
    void sweep() {
        gauges.sweep(clock.instant());
    }

    private void forget(String name) {
        upToDateAt.remove(name);
        damping.remove(name);
        countedReports.remove(name);
        explanations.remove(name);
        history.forget(name);
        notes.forget(name);
        reader.forget(name);
        gauges.forget(name);
    }
}
