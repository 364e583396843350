package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.manager.batchresource.BatchAllotment;
import io.koordbridge.manager.batchresource.BatchAllotment.Reason;
import io.koordbridge.manager.batchresource.BatchResourceCalculator;
import io.koordbridge.manager.batchresource.BatchSplit;
import io.koordbridge.manager.batchresource.BatchSplitPlanner;
import io.koordbridge.manager.batchresource.NodeSnapshots;
import io.koordbridge.manager.batchresource.NodeUsage;
import io.koordbridge.manager.batchresource.NormalizationRatios;
import io.koordbridge.manager.batchresource.OriginDocument;
import io.koordbridge.manager.batchresource.PodDemand;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.NodeReport;
import io.koordbridge.manager.colocation.ColocationConfigSource;
import io.koordbridge.manager.noderesource.NodeExplanation.LastWrite;
import io.koordbridge.manager.sloconfig.ConfigProblems;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the batch resources of one Node up to date; one worker runs it. */
public final class NodeResourceReconciler implements Reconciler<String> {

    private static final Logger LOG = LoggerFactory.getLogger(NodeResourceReconciler.class);
    private static final int TRIES = 4;
    private static final long FIRST_WAIT_MILLIS = 10;
    private static final int WAIT_FACTOR = 5;
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    private final ClusterView view;
    private final ColocationConfigSource config;
    private final EventRecorder events;
    private final Clock clock;
    private final NodeWriter writer;
    private final NodeResourceMetrics metrics;
    private final ThirdPartyMemory thirdParties;
    private final Map<String, Instant> upToDateAt = new ConcurrentHashMap<>();
    private final Map<String, NodeExplanation> explanations = new ConcurrentHashMap<>();
    private final Map<String, Instant> countedReports = new HashMap<>();

    public NodeResourceReconciler(BridgeContext context, ClusterView view, ColocationConfigSource config) {
        this.view = view;
        this.config = config;
        this.events = context.events();
        this.clock = context.clock();
        this.writer = new NodeWriter(context.patcher());
        this.metrics = new NodeResourceMetrics(context.metrics());
        this.thirdParties = new ThirdPartyMemory(context.events(), metrics);
    }

    /** The last calculation for a node. */
    public Optional<NodeExplanation> explain(String node) {
        return Optional.ofNullable(explanations.get(node));
    }

    @Override
    public ReconcileResult reconcile(String name) {
        if (!config.state().available()) {
            return ReconcileResult.done();
        }
        Optional<Node> cached = view.node(name);
        if (cached.isEmpty()) {
            forget(name);
            return ReconcileResult.done();
        }
        Optional<Node> node = cached;
        long waitMillis = FIRST_WAIT_MILLIS;
        for (int attempt = 1; node.isPresent(); attempt++) {
            try {
                return pass(node.get());
            } catch (KubernetesClientException e) {
                if (e.getCode() == NOT_FOUND) {
                    return ReconcileResult.done();
                }
                if (e.getCode() != CONFLICT || attempt >= TRIES) {
                    metrics.failed("updateNodeStatus");
                    throw e;
                }
                LockSupport.parkNanos(Duration.ofMillis(waitMillis).toNanos());
                waitMillis *= WAIT_FACTOR;
                node = writer.read(name);
            }
        }
        return ReconcileResult.done();
    }

    private ReconcileResult pass(Node node) {
        Instant now = clock.instant();
        String name = node.getMetadata().getName();
        NodeExplanation calculated = calculate(node, now);
        WriteDecision decision = calculated.decision();
        metrics.decided(decision.reason());
        if (decision.writes()) {
            writer.write(
                    name,
                    BatchPublication.wanted(calculated.split()),
                    OriginDocument.merged(origin(node), calculated.split()),
                    node.getMetadata().getResourceVersion());
            written(name, calculated);
        } else {
            explanations.put(name, calculated);
        }
        if (decision.writes() || decision.reason() == WriteDecision.Reason.UNCHANGED) {
            upToDateAt.put(name, now);
        }
        metrics.publish(name, () -> explanations.getOrDefault(name, calculated));
        metrics.succeeded();
        return next(calculated, now);
    }

    private NodeExplanation calculate(Node node, Instant now) {
        String name = node.getMetadata().getName();
        EffectiveStrategy.ForNode strategy = EffectiveStrategy.of(
                config.state().config(),
                orEmpty(node.getMetadata().getLabels()),
                orEmpty(node.getMetadata().getAnnotations()));
        ConfigProblems.tell(events, node, "ColocationStrategyAnnotationInvalid", strategy.problems());
        List<PodDemand> pods = view.pods(name);
        NodeReport report = view.report(name).orElse(null);
        BatchAllotment allotment = allotment(node, strategy, pods, report == null ? null : report.usage(), now);
        metrics.calculated(allotment.isReset());
        double ratio = NormalizationRatios.parse(AnnotationCodec.text(node, Annotations.NODE_CPU_NORMALIZATION_RATIO)
                .orElse(null));
        Map<String, Quantity> origin = origin(node);
        BatchSplit split = BatchSplitPlanner.split(allotment, ratio, thirdParties.share(node, origin));
        NodeExplanation before = explanations.get(name);
        return new NodeExplanation(
                name,
                now,
                strategy,
                allotment,
                ratio,
                split,
                report == null ? null : report.seenAt(),
                pods.stream().mapToLong(PodDemand::batchMilliCpu).sum(),
                pods.stream().mapToLong(PodDemand::batchBytes).sum(),
                decide(node, origin, split, pods, strategy, now),
                before == null ? null : before.lastWrite());
    }

    private static BatchAllotment allotment(
            Node node,
            EffectiveStrategy.ForNode strategy,
            List<PodDemand> pods,
            @Nullable NodeUsage usage,
            Instant now) {
        if (!strategy.nodeEnabled()) {
            return BatchAllotment.reset(Reason.COLOCATION_DISABLED, usage == null ? null : usage.updateTime());
        }
        return BatchResourceCalculator.calculate(NodeSnapshots.of(node, pods, usage), strategy.strategy(), now);
    }

    private WriteDecision decide(
            Node node,
            Map<String, Quantity> origin,
            BatchSplit split,
            List<PodDemand> pods,
            EffectiveStrategy.ForNode strategy,
            Instant now) {
        boolean complete = node.getStatus() != null
                && !orEmpty(node.getStatus().getCapacity()).isEmpty()
                && !orEmpty(node.getStatus().getAllocatable()).isEmpty();
        if (!complete) {
            return WriteDecision.of(WriteDecision.Reason.NODE_INCOMPLETE);
        }
        BatchPublication shown = BatchPublication.shown(
                node.getStatus().getCapacity(), node.getStatus().getAllocatable(), origin);
        Instant last = upToDateAt.get(node.getMetadata().getName());
        return WriteDecisions.decide(shown, split, pods, last, strategy.strategy(), now);
    }

    private void written(String name, NodeExplanation calculated) {
        Instant answered = clock.instant();
        explanations.put(
                name,
                calculated.withLastWrite(
                        new LastWrite(answered, calculated.decision().reason())));
        BatchSplit split = calculated.split();
        LOG.info(
                "batch capacity written node={} cause={} reason={} originMilliCpu={} originBytes={} podsMilliCpu={}"
                        + " podsBytes={}",
                name,
                calculated.decision().reason(),
                calculated.allotment().reason(),
                split.originMilliCpu(),
                split.originBytes(),
                split.podsMicroCpu() / 1000,
                split.podsMilliBytes() / 1000);
        Instant seen = calculated.reportSeenAt();
        if (seen != null && !seen.equals(countedReports.put(name, seen))) {
            metrics.reportToStatus(Duration.between(seen, answered));
        }
        if (calculated.allotment().isReset() && calculated.strategy().nodeEnabled()) {
            view.node(name)
                    .ifPresent(node -> events.record(
                            node,
                            EventType.WARNING,
                            "BatchResourceDegraded",
                            "batch resources removed: " + calculated.allotment().reason()));
        }
    }

    /** Once more when the report becomes stale, or when a value that is held back is due. */
    private static ReconcileResult next(NodeExplanation calculated, Instant now) {
        Instant stale = null;
        Instant reported = calculated.allotment().usageAt();
        if (!calculated.allotment().isReset() && reported != null) {
            stale = reported.plus(calculated.strategy().strategy().degradeAfter())
                    .plusMillis(1);
        }
        Instant due = calculated.decision().askAgainAt().orElse(null);
        Instant first = stale == null || (due != null && due.isBefore(stale)) ? due : stale;
        return first == null
                ? ReconcileResult.done()
                : ReconcileResult.after(first.isAfter(now) ? Duration.between(now, first) : Duration.ofMillis(1));
    }

    /** The NodeMetric went: the next value is written at once. */
    public void reportGone(String name) {
        upToDateAt.remove(name);
    }

    private void forget(String name) {
        upToDateAt.remove(name);
        countedReports.remove(name);
        explanations.remove(name);
        thirdParties.forget(name);
        metrics.forget(name);
    }

    private static Map<String, Quantity> origin(Node node) {
        return OriginDocument.read(
                node.getMetadata().getName(),
                AnnotationCodec.text(node, Annotations.NODE_ORIGIN_ALLOCATABLE).orElse(null));
    }

    private static <V> Map<String, V> orEmpty(@Nullable Map<String, V> map) {
        return map == null ? Map.of() : map;
    }
}
