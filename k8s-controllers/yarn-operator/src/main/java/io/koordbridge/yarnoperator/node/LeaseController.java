package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureWords;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseAction;
import io.koordbridge.yarnoperator.lease.LeaseAction.Announce;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import io.koordbridge.yarnoperator.lease.LeaseProtocol;
import io.koordbridge.yarnoperator.lease.LeaseSettings;
import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.Phase;
import io.koordbridge.yarnoperator.lease.ProtocolTimes;
import io.koordbridge.yarnoperator.lease.WaitReason;
import io.koordbridge.yarnoperator.ledger.Timeline.Mark;
import io.koordbridge.yarnoperator.node.NodeObserver.Observed;
import io.koordbridge.yarnoperator.resourcemanager.NodeManagerProbe;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One pass over one node: observe, decide, carry out, publish. */
public final class LeaseController implements Reconciler<String> {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseController.class);
    private static final Duration WHILE_CHANGING = Duration.ofMillis(200);
    private static final Duration AT_REST = Duration.ofSeconds(5);
    private static final Duration UNTIL_FILLED = Duration.ofMillis(200);
    private static final Duration AFTER_FAILED_WRITE = Duration.ofSeconds(1);
    private static final Duration AFTER_CONFLICT = Duration.ofMillis(50);
    private static final int CONFLICT = 409;
    /** Nothing else will tell that these are over. */
    private static final Set<WaitReason> ENDS_BY_TIME = EnumSet.of(WaitReason.NEW_LEADER, WaitReason.GROW_INTERVAL);

    private final ClusterCaches caches;
    private final YarnClusters clusters;
    private final NodeManagerProbe probe;
    private final NodeObserver observer;
    private final Leadership leadership;
    private final ObjectPatcher patcher;
    private final EventRecorder events;
    private final Situations situations;
    private final LeaseSettings settings;
    private final LeaseMetrics metrics;
    private final Clock clock;
    private final Consumer<String> requeue;
    private final Map<String, NodeMemory> memories = new HashMap<>();

    /**
     * What the controller works with.
     *
     * @param requeue wants a node looked at again
     */
    public record Parts(
            ClusterCaches caches,
            YarnClusters clusters,
            NodeManagerProbe probe,
            Leadership leadership,
            ObjectPatcher patcher,
            EventRecorder events,
            Situations situations,
            Clock clock,
            com.codahale.metrics.MetricRegistry metrics,
            Consumer<String> requeue) {}

    public LeaseController(Parts parts, LeaseSettings settings) {
        this.caches = parts.caches();
        this.clusters = parts.clusters();
        this.probe = parts.probe();
        this.observer = new NodeObserver(caches, clusters, probe, parts.requeue());
        this.leadership = parts.leadership();
        this.patcher = parts.patcher();
        this.events = parts.events();
        this.situations = parts.situations();
        this.clock = parts.clock();
        this.metrics = new LeaseMetrics(parts.metrics());
        this.requeue = parts.requeue();
        this.settings = settings;
    }

    @Override
    public ReconcileResult reconcile(String name) {
        if (!caches.filled()) {
            return ReconcileResult.after(UNTIL_FILLED);
        }
        Node cached = caches.node(name);
        if (cached == null) {
            return forget(name);
        }
        NodeMemory memory = memories.computeIfAbsent(name, unused -> new NodeMemory());
        memory.enter(leadership.term());
        memory.cachedVersion = cached.getMetadata().getResourceVersion();
        Instant now = clock.instant();
        Observed observed = observer.observe(memory.freshest(cached), memory, leadership.authority(now), now);
        if (!concerned(observed, memory)) {
            return forget(name);
        }
        if (observed.reading().origin() != null) {
            memory.lastGoodOrigin = observed.reading().origin();
        }
        return leadership.leads() ? lead(observed, memory) : follow(observed);
    }

    private ReconcileResult forget(String name) {
        memories.remove(name);
        situations.forget(name);
        observer.forget(name);
        return ReconcileResult.done();
    }

    private boolean concerned(Observed observed, NodeMemory memory) {
        BatchAmount reserved = observed.seen().written().reserved();
        boolean reserves = reserved != null && !reserved.equals(BatchAmount.ZERO);
        boolean holds = memory.state != null && !memory.state.lease().equals(YarnAmount.ZERO);
        boolean pods =
                !caches.nodeManagers(observed.node().getMetadata().getName()).isEmpty();
        boolean recorded = NodeAnnotations.record(observed.node()).isPresent();
        return pods || reserves || holds || recorded;
    }

    private ReconcileResult follow(Observed observed) {
        situations.publish(observed, null, LeaseStateName.UNKNOWN, settings);
        return ReconcileResult.after(AT_REST);
    }

    private ReconcileResult lead(Observed observed, NodeMemory memory) {
        situations
                .news(observed.node().getMetadata().getName(), observed.problems())
                .forEach(problem -> badInput(observed, problem));
        LeaseStep step = LeaseProtocol.step(memory.state, observed.seen(), settings);
        memory.state = step.after();
        remember(observed, memory);
        LeaseStateName state = LeaseStateName.of(step, observed.seen());
        step.actions().forEach(action -> carryOut(action, observed));
        situations.publish(observed.troubled(memory.writeProblem), step, state, settings);
        askNodeManagers(observed, step);
        boolean written = write(observed, memory, step, state);
        if (!written) {
            return ReconcileResult.after(memory.writeProblem != null ? AFTER_FAILED_WRITE : AFTER_CONFLICT);
        }
        boolean changing = step.after() != null && step.after().change().phase() != Phase.STEADY;
        boolean soon = changing || ENDS_BY_TIME.contains(step.waitsFor());
        return ReconcileResult.after(soon ? WHILE_CHANGING : AT_REST);
    }

    private void remember(Observed observed, NodeMemory memory) {
        if (memory.state == null || memory.state.lease().equals(YarnAmount.ZERO)) {
            memory.managers.clear();
        }
        boolean inUse = observed.seen().managers().stream().anyMatch(NodeManagerView::inUse);
        if (inUse) {
            memory.managers.clear();
        }
        if (memory.state != null && !memory.state.lease().equals(YarnAmount.ZERO)) {
            observed.seen().managers().stream()
                    .filter(view -> view.inUse() || !inUse)
                    .forEach(view -> memory.managers.add(view.ref()));
        }
    }

    private void carryOut(LeaseAction action, Observed observed) {
        if (action instanceof UpdateNodeResource update) {
            String name = observed.node().getMetadata().getName();
            metrics.update(update.overcommitTimeout().equals(ProtocolTimes.NEVER_KILL));
            clusters.of(update.nodeManager())
                    .ifPresent(connection -> connection.update(
                            update.nodeManager(),
                            update.capability(),
                            update.overcommitTimeout(),
                            () -> requeue.accept(name)));
        } else if (action instanceof Announce announce) {
            announce(announce, observed.node());
        }
    }

    private void announce(Announce announce, Node node) {
        String name = node.getMetadata().getName();
        Notice notice = announce.notice();
        LOG.info("lease {} node={} detail='{}'", notice, name, announce.text());
        metrics.notice(notice);
        situations.mark(new Mark(clock.instant(), name, notice.timelineKind(), announce.text()));
        boolean bad = notice == Notice.CAPABILITY_DIFFERS || notice == Notice.GROW_GIVEN_UP;
        events.record(node, bad ? EventType.WARNING : EventType.NORMAL, notice.eventReason(), announce.text());
    }

    private void badInput(Observed observed, String problem) {
        if (!observed.toldBefore().contains(problem)) {
            LOG.warn("bad input, the last good state stays: {}", problem);
        }
        metrics.badInput();
        events.record(observed.node(), EventType.WARNING, "YarnLeaseBadInput", problem);
    }

    /** While a shrink is under way the NodeManagers are asked what they were told. */
    private void askNodeManagers(Observed observed, LeaseStep step) {
        if (step.after() == null || !step.after().change().phase().shrinking()) {
            return;
        }
        String name = observed.node().getMetadata().getName();
        observed.reported().forEach((ref, node) -> probe.ask(ref, node.httpAddress(), () -> requeue.accept(name)));
    }

    private boolean write(Observed observed, NodeMemory memory, LeaseStep step, LeaseStateName state) {
        Node node = observed.node();
        Optional<SetAnnotation> reserve = step.actions().stream()
                .filter(SetAnnotation.class::isInstance)
                .map(SetAnnotation.class::cast)
                .findFirst();
        if (step.after() == null && reserve.isEmpty()) {
            memory.writeProblem = null;
            return true;
        }
        Map<String, @Nullable String> changes = NodeAnnotations.changes(
                node,
                observed.reading().entries(),
                reserve.map(action -> settings.conversion().toBatch(action.lease()))
                        .orElse(null),
                wanted(observed, memory, step, state),
                clock.instant());
        if (changes.isEmpty()) {
            memory.writeProblem = null;
            return true;
        }
        String version = node.getMetadata().getResourceVersion();
        try {
            Node after = patcher.patchAnnotations(
                    ObjectAddress.of(Node.class, node.getMetadata().getName()), changes, version);
            memory.written = after;
            memory.writtenOver = memory.cachedVersion;
            memory.writeProblem = null;
            metrics.annotationWrite("written");
            LOG.debug("annotations written node={} keys={}", node.getMetadata().getName(), changes.keySet());
            requeue.accept(node.getMetadata().getName());
            return true;
        } catch (KubernetesClientException e) {
            return failed(node, memory, e);
        }
    }

    private boolean failed(Node node, NodeMemory memory, KubernetesClientException e) {
        String name = node.getMetadata().getName();
        if (e.getCode() == CONFLICT) {
            // Someone else wrote; the cache brings the new version in a moment.
            metrics.annotationWrite("conflict");
            memory.written = null;
            memory.writeProblem = null;
            return false;
        }
        metrics.annotationWrite("failed");
        String problem = FailureWords.of(e);
        if (memory.writeProblem == null) {
            LOG.warn("annotations not written node={} problem={}", name, problem);
        }
        memory.writeProblem = "Node/" + name + ": annotations cannot be written, the lease stays: " + problem;
        return false;
    }

    private NodeAnnotations.Wanted wanted(Observed observed, NodeMemory memory, LeaseStep step, LeaseStateName state) {
        List<NodeManagerView> managers = observed.seen().managers();
        NodeManagerRef manager = managers.stream()
                .filter(NodeManagerView::inUse)
                .findFirst()
                .or(() -> managers.stream().filter(NodeManagerView::podPresent).findFirst())
                .or(() -> memory.managers.isEmpty()
                        ? Optional.empty()
                        : managers.stream().findFirst())
                .map(NodeManagerView::ref)
                .orElse(null);
        YarnAmount used = YarnAmount.ZERO;
        for (NodeManagerView view : managers) {
            used = used.plus(view.used());
        }
        YarnAmount lease = step.after() == null ? YarnAmount.ZERO : step.after().lease();
        String why = step.plan() == null ? step.waitsFor().text() : step.plan().reason();
        String reason =
                step.after() == null ? why : step.after().change().cause().text() + ": " + why;
        return new NodeAnnotations.Wanted(manager, state, lease, used, memory.term, reason);
    }
}
