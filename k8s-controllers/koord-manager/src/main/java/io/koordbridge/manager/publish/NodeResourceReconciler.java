package io.koordbridge.manager.publish;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.ReportFault;
import io.koordbridge.capacity.explain.CapacityHistory;
import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.capacity.plan.NodeExplanation.LastWrite;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodePatch;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeResourcePass;
import io.koordbridge.capacity.plan.PublishedNode;
import io.koordbridge.capacity.plan.WriteDecision;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.kube.write.WriteTries;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.publish.NodeResourceMetrics.Outcome;
import io.koordbridge.protocol.Annotations;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Brings what one Node publishes up to date; several workers run it, never two for one Node. */
public final class NodeResourceReconciler implements Reconciler<String> {

    /** Conflict, too many requests, not found. */
    private static final Set<Integer> READ_AGAIN = Set.of(409, 429, 404);
    /** Bad request, unprocessable: the same again gets the same answer. */
    private static final Set<Integer> REFUSES_CONTENT = Set.of(400, 422);

    private final ClusterView view;
    private final NodeResourceConfig config;
    private final Leadership acting;
    private final Clock clock;
    private final InputsReader reader;
    private volatile @Nullable Instant actsSince;
    private final PlanWriter writer;
    private final NodeResourceMetrics metrics;
    private final AllocatableGauges gauges;
    private final EstimateMetrics estimates;
    private final ReconcileEvents notes;
    private final Map<String, NodeMemory> memories = new ConcurrentHashMap<>();

    public NodeResourceReconciler(
            BridgeContext context, ClusterView view, NodeResourceConfig config, Leadership acting) {
        this.view = view;
        this.config = config;
        this.acting = acting;
        this.clock = context.clock();
        this.metrics = new NodeResourceMetrics(context.metrics());
        this.writer = new PlanWriter(context.patcher(), acting::mayWrite, view::nodeWritten, metrics);
        this.gauges = new AllocatableGauges(context.metrics());
        this.estimates = new EstimateMetrics(
                context.metrics(),
                () -> memories.values().stream()
                        .map(NodeMemory::explanation)
                        .filter(Objects::nonNull)
                        .map(NodeExplanation::terms));
        this.notes = new ReconcileEvents(context.events());
        NodeWarnings warnings = new NodeWarnings(context.events());
        this.reader =
                new InputsReader(view, config, warnings, new ThirdPartyMemory(warnings, metrics), this::strategyRead);
    }

    /** The last pass over a node. */
    public Optional<NodeExplanation> explain(String node) {
        return Optional.ofNullable(memories.get(node)).map(NodeMemory::explanation);
    }

    /** When this process last began to write, null when it never did: of changes before that it knows at most its own. */
    public @Nullable Instant actsSince() {
        return actsSince;
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

    /** One pass; an unexpected exception is reported once, and the published values stay while they are not too old. */
    private ReconcileResult contained(Node node, Instant now) {
        try {
            Optional<NodePlan> plan = carriedOut(node, fresh -> plan(fresh, now));
            notes.pass(node, null);
            return new ReconcileResult(plan.flatMap(done -> again(done, now)), false);
        } catch (RuntimeException e) {
            if (passesByItself(e)) {
                throw e;
            }
            metrics.threw("pass");
            notes.pass(node, Defect.of(e));
            return new ReconcileResult(withoutCalculation(node, now), true);
        }
    }

    /**
     * In place of a pass that cannot be made: capacity that was calculated too long ago goes. Everything else stays.
     *
     * @return how long what is published may stay, empty when unknown or when nothing is left
     */
    private Optional<Duration> withoutCalculation(Node node, Instant now) {
        String name = node.getMetadata().getName();
        try {
            NodePlan plan = planWithoutCalculation(node, now);
            if (!plan.terms().keepsCapacity()) {
                plan = carriedOut(node, fresh -> planWithoutCalculation(fresh, now))
                        .orElse(plan);
                update(name, memory -> memory.passed(memory.passes(now).withoutAmounts()));
            }
            notes.withoutCalculation(node, null);
            return again(plan, now);
        } catch (RuntimeException e) {
            if (passesByItself(e)) {
                throw e;
            }
            metrics.threw("staleness");
            notes.withoutCalculation(node, Defect.of(e));
            return Optional.empty();
        }
    }

    /** Whether the same work may be done later; not so where the API server refuses what is written. */
    private static boolean passesByItself(RuntimeException thrown) {
        return thrown instanceof LeaseEndsException
                || (thrown instanceof KubernetesClientException answer && !REFUSES_CONTENT.contains(answer.getCode()));
    }

    private NodePlan planWithoutCalculation(Node node, Instant now) {
        NodeInputs inputs = reader.readWithoutCalculation(node, memory(node, now), now);
        update(inputs.name(), memory -> memory.judged(inputs.protection()));
        return NodeResourcePass.withoutCalculation(inputs, config.stages());
    }

    private static Optional<Duration> again(NodePlan plan, Instant now) {
        return plan.askAgainAt().map(at -> at.isAfter(now) ? Duration.between(now, at) : Duration.ofMillis(1));
    }

    /** Plans and writes; on a conflict again from the Node as it is on the server. Empty when the Node is gone. */
    private Optional<NodePlan> carriedOut(Node cached, Function<Node, NodePlan> planner) {
        NodePlan plan = planner.apply(cached);
        @Nullable ZonesWrite first = plan.zonesFirst() ? writeZones(cached, plan) : null;
        Node node = cached;
        WriteTries tries = new WriteTries();
        while (!nodeWritten(node, plan, tries.isLast())) {
            tries.pause();
            Node fresh = writer.fresh(plan);
            if (fresh == null) {
                return Optional.empty();
            }
            node = fresh;
            plan = planner.apply(node);
        }
        ZonesWrite zones = first == null ? writeZones(node, plan) : first;
        finished(plan, zones.done());
        if (zones.refused() != null) {
            throw zones.refused();
        }
        return Optional.of(plan);
    }

    private ZonesWrite writeZones(Node node, NodePlan plan) {
        ZonesWrite zones = writer.writeZones(plan);
        if (zones.defect() != null || !plan.terms().resetsZones()) {
            notes.zones(node, zones.defect() == null ? plan.zonesDefect() : zones.defect());
        }
        return zones;
    }

    private NodePlan plan(Node node, Instant now) {
        NodeInputs inputs = reader.read(node, memory(node, now), now);
        update(inputs.name(), memory -> memory.judged(inputs.protection()));
        NodePlan plan = NodeResourcePass.plan(inputs, config.stages());
        metrics.decided(plan.status().reason());
        StageCounts.count(metrics, plan);
        StageCounts.publish(gauges, plan.terms());
        estimates.passed(plan.terms());
        notes.planned(node, plan);
        return plan;
    }

    /**
     * What is known of a node; what it shows of an earlier process is taken to be of now. One that was deleted and made again under
     * its name is another one, of which nothing is known.
     */
    private NodeMemory memory(Node node, Instant now) {
        String name = node.getMetadata().getName();
        String identity = String.valueOf(node.getMetadata().getUid());
        NodeMemory known = memories.get(name);
        if (known != null && !known.identity().equals(identity)) {
            forget(name);
        }
        return Objects.requireNonNull(
                memories.compute(name, (unused, last) -> (last == null ? NodeMemory.of(identity) : last).before(now)));
    }

    private void update(String name, UnaryOperator<NodeMemory> change) {
        memories.computeIfPresent(name, (unused, memory) -> change.apply(memory));
    }

    private void strategyRead(Node node, @Nullable Defect defect) {
        if (defect != null) {
            metrics.threw("strategy");
        }
        notes.strategy(node, defect);
    }

    /** Whether the Node is as planned; not so when it has changed or gone since it was read. */
    private boolean nodeWritten(Node node, NodePlan plan, boolean lastTry) {
        try {
            if (plan.writesNode()) {
                written(node, plan, writer.writeNode(node, plan));
            }
        } catch (KubernetesClientException e) {
            if (lastTry || !READ_AGAIN.contains(e.getCode())) {
                writer.failed(plan);
                notWritten(plan, e);
                throw e;
            }
            return false;
        }
        return true;
    }

    /** The explanation does not claim that the node shows the last calculation: until the next try it shows the one before. */
    private void notWritten(NodePlan plan, KubernetesClientException refused) {
        explain(plan, plan.shown(), lastWrite(plan), FailureFormatter.of(refused));
    }

    private void written(Node node, NodePlan plan, NodePatch patch) {
        if (patch.isEmpty()) {
            return;
        }
        String name = plan.terms().node();
        Instant answered = clock.instant();
        if (patch.annotations().containsKey(Annotations.NODE_RISK_CHOICE)) {
            estimates.choiceWritten();
        }
        update(name, memory -> memory.changed(memory.history().written(plan, patch.allocatable(), answered)));
        LastWrite write = new LastWrite(answered, plan.status().reason(), plan.metadata());
        explain(plan, asDecided(plan), write, null);
        notes.written(node, plan, patch.allocatable());
        Instant seen = plan.terms().reportSeenAt();
        NodeMemory memory = memories.get(name);
        if (seen != null && memory != null && !seen.equals(memory.countedReport())) {
            update(name, last -> last.counted(seen));
            metrics.reportToStatus(Duration.between(seen, answered));
        }
    }

    private void finished(NodePlan plan, boolean zonesWritten) {
        String name = plan.terms().node();
        boolean upToDate = plan.status().writes() || plan.status().reason() == WriteDecision.Reason.UNCHANGED;
        update(name, memory -> {
            CapacityHistory history = memory.history();
            return memory.upToDate(upToDate ? plan.terms().calculatedAt() : memory.upToDateAt())
                    .changed(plan.status().reason() == WriteDecision.Reason.UNCHANGED ? history.showing(plan) : history)
                    .passed(plan.terms()
                            .after()
                            .carriedOut(
                                    upToDate,
                                    zonesWritten,
                                    memory.passes(plan.terms().calculatedAt())));
        });
        explain(plan, asDecided(plan), lastWrite(plan), null);
    }

    private static PublishedNode asDecided(NodePlan plan) {
        return plan.status().writes() ? plan.wanted() : plan.shown();
    }

    private @Nullable LastWrite lastWrite(NodePlan plan) {
        NodeMemory memory = memories.get(plan.terms().node());
        return memory == null ? null : memory.lastWrite();
    }

    private void explain(
            NodePlan plan, PublishedNode onNode, @Nullable LastWrite lastWrite, @Nullable String notWritten) {
        update(
                plan.terms().node(),
                memory -> memory.explained(new NodeExplanation(
                        plan.terms(),
                        plan.status(),
                        plan.metadata(),
                        onNode,
                        lastWrite,
                        memory.history().changes(),
                        notWritten)));
    }

    /** A NodeMetric cannot be read; the replica that acts says so. */
    public void reportUnreadable(NodeMetric report, ReportFault fault) {
        metrics.unreadableReport();
        if (acting.acts()) {
            notes.unreadable(report, fault);
        }
    }

    /** A NodeMetric was read; the replica that acts says so when it could not be before. */
    public void reportReadable(NodeMetric report) {
        if (acting.acts()) {
            notes.readable(report);
        }
    }

    /** The NodeMetric went: the next value is written at once. */
    public void reportGone(String name) {
        update(name, memory -> memory.upToDate(null));
    }

    /** From here on this process writes; what another one published since it did last shows on the nodes. */
    public void begin() {
        actsSince = clock.instant();
        memories.replaceAll((name, memory) -> memory.begun());
        reader.begin();
        // This process was not notified of nodes that went while another one led.
        memories.keySet().stream().filter(name -> view.node(name).isEmpty()).forEach(this::forget);
    }

    /** Drops gauges that were not set for a while; called every minute. */
    void sweep() {
        gauges.sweep(clock.instant());
    }

    private void forget(String name) {
        memories.remove(name);
        notes.forget(name);
        reader.forget(name);
        gauges.forget(name);
    }
}
