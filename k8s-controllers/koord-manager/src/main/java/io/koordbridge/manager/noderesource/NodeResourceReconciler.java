package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.ReportFault;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.manager.clusterview.Acting;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.damping.DampingState;
import io.koordbridge.manager.noderesource.NodeExplanation.LastWrite;
import io.koordbridge.manager.noderesource.NodeResourceMetrics.Outcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Brings what one Node publishes up to date; several workers run it, never two for one Node. */
public final class NodeResourceReconciler implements Reconciler<String> {

    private static final int TRIES = 4;
    private static final long FIRST_WAIT_MILLIS = 10;
    private static final int WAIT_FACTOR = 5;
    /** Conflict, too many requests, not found. */
    private static final Set<Integer> READ_AGAIN = Set.of(409, 429, 404);

    private final ClusterView view;
    private final NodeResourceConfig config;
    private final Acting acting;
    private final Clock clock;
    private final InputsReader reader;
    private final PlanWriter writer;
    private final NodeResourceMetrics metrics;
    private final AllocatableGauges gauges;
    private final PassNotes notes;
    private final CapacityHistory history = new CapacityHistory();
    private final Map<String, Instant> upToDateAt = new ConcurrentHashMap<>();
    private final Map<String, DampingState> damping = new ConcurrentHashMap<>();
    private final Map<String, NodeExplanation> explanations = new ConcurrentHashMap<>();
    private final Map<String, Instant> countedReports = new ConcurrentHashMap<>();

    public NodeResourceReconciler(BridgeContext context, ClusterView view, NodeResourceConfig config, Acting acting) {
        this.view = view;
        this.config = config;
        this.acting = acting;
        this.clock = context.clock();
        this.metrics = new NodeResourceMetrics(context.metrics());
        this.writer = new PlanWriter(context.patcher(), acting::mayWrite, metrics);
        this.gauges = new AllocatableGauges(context.metrics());
        this.notes = new PassNotes(context.events());
        this.reader = new InputsReader(
                view, config, context.events(), new ThirdPartyMemory(context.events(), metrics), this::strategyRead);
    }

    /** The last pass over a node. */
    public Optional<NodeExplanation> explain(String node) {
        return Optional.ofNullable(explanations.get(node));
    }

    @Override
    public ReconcileResult reconcile(String name) {
        if (!config.colocation().state().available()) {
            return ReconcileResult.done();
        }
        Optional<Node> node = view.node(name);
        if (node.isEmpty()) {
            metrics.failed(Outcome.NODE_NOT_FOUND);
            forget(name);
            return ReconcileResult.done();
        }
        return contained(node.get(), clock.instant());
    }

    /** One pass; what it throws although nobody expected it is told once, and what is published stays. */
    private ReconcileResult contained(Node node, Instant now) {
        try {
            Optional<NodePlan> plan = pass(node, now);
            notes.pass(node, null);
            return plan.flatMap(NodePlan::askAgainAt)
                    .map(again -> ReconcileResult.after(
                            again.isAfter(now) ? Duration.between(now, again) : Duration.ofMillis(1)))
                    .orElseGet(ReconcileResult::done);
        } catch (KubernetesClientException | LeaseEndsException e) {
            throw e;
        } catch (RuntimeException e) {
            metrics.threw("pass");
            notes.pass(node, Defect.of(e));
            return ReconcileResult.ofFailure();
        }
    }

    /** Plans and writes; on a conflict again from the Node as it is on the server. Empty when the Node is gone. */
    private Optional<NodePlan> pass(Node cached, Instant now) {
        NodePlan plan = plan(cached, now);
        ZonesWrite zones = writer.writeZones(plan);
        notes.zones(cached, zones.defect() == null ? plan.zonesDefect() : zones.defect());
        Node node = cached;
        long waitMillis = FIRST_WAIT_MILLIS;
        for (int attempt = 1; !carriedOut(node, plan, attempt == TRIES); attempt++) {
            LockSupport.parkNanos(Duration.ofMillis(waitMillis).toNanos());
            waitMillis *= WAIT_FACTOR;
            Node fresh = writer.fresh(plan);
            if (fresh == null) {
                return Optional.empty();
            }
            node = fresh;
            plan = plan(node, now);
        }
        if (zones.refused() != null) {
            throw zones.refused();
        }
        return Optional.of(plan);
    }

    private NodePlan plan(Node node, Instant now) {
        String name = node.getMetadata().getName();
        NodeExplanation before = explanations.get(name);
        NodeInputs inputs = reader.read(
                node,
                before == null ? null : before.terms().strategy(),
                damping.getOrDefault(name, DampingState.NONE),
                upToDateAt.get(name),
                now);
        NodePlan plan = NodeResourcePass.plan(inputs, WriteProfile.PRODUCT);
        metrics.decided(plan.status().reason());
        StageCounts.count(metrics, plan);
        StageCounts.publish(gauges, plan.terms());
        notes.planned(node, plan);
        return plan;
    }

    private void strategyRead(Node node, @Nullable Defect defect) {
        if (defect != null) {
            metrics.threw("strategy");
        }
        notes.strategy(node, defect);
    }

    /** Whether the plan is done; not so when the Node has changed or gone since it was read. */
    private boolean carriedOut(Node node, NodePlan plan, boolean lastTry) {
        try {
            if (plan.writesNode()) {
                written(node, plan, writer.writeNode(node, plan));
            }
        } catch (KubernetesClientException e) {
            if (lastTry || !READ_AGAIN.contains(e.getCode())) {
                writer.failed(plan);
                throw e;
            }
            return false;
        }
        finished(plan);
        return true;
    }

    private void written(Node node, NodePlan plan, NodePatch patch) {
        if (patch.isEmpty()) {
            return;
        }
        String name = plan.terms().node();
        Instant answered = clock.instant();
        history.written(plan, patch.allocatable(), answered);
        explanations.put(
                name, explanation(plan, new LastWrite(answered, plan.status().reason(), plan.metadata())));
        notes.written(node, plan, patch.allocatable());
        Instant seen = plan.terms().reportSeenAt();
        if (seen != null && !seen.equals(countedReports.put(name, seen))) {
            metrics.reportToStatus(Duration.between(seen, answered));
        }
    }

    private void finished(NodePlan plan) {
        String name = plan.terms().node();
        DampingState before = damping.getOrDefault(name, DampingState.NONE);
        DampingState after = plan.terms().after();
        if (plan.status().writes() || plan.status().reason() == WriteDecision.Reason.UNCHANGED) {
            upToDateAt.put(name, plan.terms().calculatedAt());
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
                plan.status().writes() ? plan.wanted() : plan.shown(),
                lastWrite,
                history.of(plan.terms().node()));
    }

    /** A NodeMetric cannot be read; the replica that acts says so. */
    public void reportUnreadable(NodeMetric report, ReportFault fault) {
        metrics.unreadableReport();
        if (acting.acts()) {
            notes.unreadable(report, fault);
        }
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
