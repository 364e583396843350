package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.queue.Reconciler;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.NodeBalances.Listed;
import io.koordbridge.yarnoperator.lease.LeaseAction;
import io.koordbridge.yarnoperator.lease.LeaseAction.Announce;
import io.koordbridge.yarnoperator.lease.LeaseAction.AskMasters;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseAction.ReadPods;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import io.koordbridge.yarnoperator.lease.LeaseProtocol;
import io.koordbridge.yarnoperator.lease.LeaseState;
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
    private static final Duration WHILE_DRAINING = Duration.ofSeconds(1);
    private static final Duration AT_REST = Duration.ofSeconds(5);
    private static final Duration UNTIL_FILLED = Duration.ofMillis(200);
    private static final Duration AFTER_FAILED_WRITE = Duration.ofSeconds(1);
    private static final Duration AFTER_CONFLICT = Duration.ofMillis(50);
    private static final int CONFLICT = 409;
    private static final Set<Notice> WARNINGS =
            EnumSet.of(Notice.CAPABILITY_DIFFERS, Notice.GROW_GIVEN_UP, Notice.ORPHANS, Notice.MASTERS_UNKNOWN);
    /** The only notice that these are over. */
    private static final Set<WaitReason> ENDS_BY_TIME = EnumSet.of(WaitReason.NEW_LEADER, WaitReason.GROW_INTERVAL);

    private final ClusterCaches caches;
    private final YarnClusters clusters;
    private final NodeManagerQuestions questions;
    private final NodeObserver observer;
    private final NodeDrains drains;
    private final Leadership leadership;
    private final ObjectPatcher patcher;
    private final EventRecorder events;
    private final NodeLeaseStatuses situations;
    private final LeaseConfig settings;
    private final LeaseMetrics metrics;
    private final SteadyClock clock;
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
            NodeLeaseStatuses situations,
            SteadyClock clock,
            com.codahale.metrics.MetricRegistry metrics,
            Consumer<String> requeue) {}

    public LeaseController(Parts parts, LeaseConfig settings) {
        this.caches = parts.caches();
        this.clusters = parts.clusters();
        this.questions = new NodeManagerQuestions(parts.probe(), parts.clock(), parts.requeue());
        this.observer = new NodeObserver(caches, clusters, parts.probe(), parts.requeue());
        this.leadership = parts.leadership();
        this.patcher = parts.patcher();
        this.events = parts.events();
        this.situations = parts.situations();
        this.clock = parts.clock();
        this.metrics = new LeaseMetrics(parts.metrics());
        this.drains = new NodeDrains(parts, metrics, settings);
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
        memory.lastGoodOrigin = observed.reading().origin();
        memory.lastThirdParties = observed.reading().entries().counted();
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
        boolean holds = memory.state != null && !memory.state.reserved().equals(YarnAmount.ZERO);
        String name = observed.node().getMetadata().getName();
        boolean pods = !caches.nodeManagers(name).isEmpty() || caches.named(name) != null;
        boolean recorded = NodeAnnotations.record(observed.node()).isPresent();
        return pods || reserves || holds || recorded || NodeDrains.concern(observed.node());
    }

    private ReconcileResult follow(Observed observed) {
        situations.publish(observed, null, LeaseStateName.UNKNOWN, settings);
        return ReconcileResult.after(AT_REST);
    }

    private ReconcileResult lead(Observed found, NodeMemory memory) {
        Observed observed = drains.look(found, memory);
        NodeLeaseStatuses.News news =
                situations.news(observed.node().getMetadata().getName(), observed.problems());
        news.begun().forEach(problem -> badInput(observed, problem));
        news.ended().forEach(problem -> goodInput(observed.node(), problem));
        LeaseConfig own = settings(observed).withOrders(drains.orders(observed, memory));
        LeaseStep step = LeaseProtocol.step(memory.state, observed.seen(), own);
        memory.state = step.after();
        remember(observed, memory);
        LeaseStateName state = LeaseStateName.of(step, observed.seen());
        step.actions().forEach(action -> carryOut(action, observed, memory));
        String unknown = NodeManagerQuestions.problem(observed, step);
        situations.publish(observed.troubled(unknown).troubled(memory.writeProblem), step, state, own);
        if (step.after() != null) {
            hurry(observed, step);
            questions.ask(observed, memory, step.after());
        }
        drains.act(observed, memory);
        boolean written = write(observed, memory, step, state);
        if (!written) {
            return ReconcileResult.after(memory.writeProblem != null ? AFTER_FAILED_WRITE : AFTER_CONFLICT);
        }
        boolean changing = changing(step);
        boolean soon = changing || ENDS_BY_TIME.contains(step.waitsFor());
        Duration rest = memory.drains.underWay().isEmpty() ? AT_REST : WHILE_DRAINING;
        return ReconcileResult.after(soon ? WHILE_CHANGING : rest);
    }

    private void remember(Observed observed, NodeMemory memory) {
        memory.managers.clear();
        LeaseState state = memory.state;
        if (state == null || state.reserved().equals(YarnAmount.ZERO)) {
            return;
        }
        boolean inUse = observed.seen().managers().stream().anyMatch(NodeManagerView::inUse);
        Set<NodeManagerRef> believed = state.memory().beliefs().managers();
        observed.seen().managers().stream()
                .filter(view -> view.inUse() || !inUse || believed.contains(view.ref()))
                .forEach(view -> memory.managers.add(view.ref()));
    }

    /** The minimum of the node's ResourceManagers, when that is more than the configured one. */
    private LeaseConfig settings(Observed observed) {
        YarnAmount minimum = settings.planner().minimum();
        for (NodeManagerView view : observed.seen().managers()) {
            minimum = minimum.max(clusters.minimum(view.ref().cluster()));
        }
        return settings.withMinimum(minimum).withKeep(situations.kept().of(observed));
    }

    private static boolean changing(LeaseStep step) {
        return step.after() != null
                && (step.after().change().phase() != Phase.STEADY
                        || step.after().memory().beliefs().doubted());
    }

    private void carryOut(LeaseAction action, Observed observed, NodeMemory memory) {
        if (action instanceof UpdateNodeResource update) {
            String name = observed.node().getMetadata().getName();
            metrics.update(update.overcommitTimeout().equals(ProtocolTimes.NEVER_KILL));
            memory.writers.sending(update.nodeManager());
            clusters.of(update.nodeManager())
                    .ifPresent(connection -> connection.update(
                            update.nodeManager(),
                            update.capability(),
                            update.overcommitTimeout(),
                            answered -> answered(update, answered, memory, memory.term, name)));
        } else if (action instanceof Announce announce) {
            announce(announce, observed.node());
        } else if (action instanceof AskMasters ask) {
            memory.question = questions.next(ask, memory.term);
        } else if (action instanceof ReadPods) {
            readPods(observed.node().getMetadata().getName(), memory);
        }
    }

    /** A change, and a grow that waits for a newer report, need one every second. */
    private void hurry(Observed observed, LeaseStep step) {
        if (changing(step) || step.waitsFor() == WaitReason.REPORT_OLD) {
            observed.seen().managers().forEach(view -> clusters.hurry(view.ref().cluster()));
        }
    }

    private void answered(UpdateNodeResource update, boolean answered, NodeMemory memory, long term, String name) {
        // The numbers of an earlier term are not this one's.
        if (answered && memory.term == term) {
            memory.acknowledged.merge(update.nodeManager(), update.number(), Math::max);
            memory.writers.acknowledged(update.nodeManager(), update.capability());
        }
        requeue.accept(name);
    }

    private void readPods(String name, NodeMemory memory) {
        Instant asked = clock.instant();
        try {
            memory.listed = new Listed(caches.listRequests(name), asked);
            requeue.accept(name);
        } catch (KubernetesClientException e) {
            // The grow waits, and gives up in time.
            LOG.debug("pods not read node={} problem={}", name, FailureFormatter.of(e));
        }
    }

    private void announce(Announce announce, Node node) {
        String name = node.getMetadata().getName();
        Notice notice = announce.notice();
        LOG.info("lease {} node={} detail='{}'", notice, name, announce.text());
        metrics.notice(notice);
        situations.mark(new Mark(clock.timeOfDay(clock.instant()), name, notice.timelineKind(), announce.text()));
        boolean bad = WARNINGS.contains(notice);
        events.record(node, bad ? EventType.WARNING : EventType.NORMAL, notice.eventReason(), announce.text());
    }

    private void badInput(Observed observed, String problem) {
        if (!observed.toldBefore().contains(problem)) {
            LOG.warn("bad input, the last good state stays: {}", problem);
        }
        metrics.badInput();
        events.record(observed.node(), EventType.WARNING, "YarnLeaseBadInput", problem);
    }

    private void goodInput(Node node, String problem) {
        LOG.info("in order again: {}", problem);
        events.record(node, EventType.NORMAL, "YarnLeaseInputValid", "in order again: " + problem);
    }

    private boolean write(Observed observed, NodeMemory memory, LeaseStep step, LeaseStateName state) {
        Node node = observed.node();
        Optional<SetAnnotation> reserve = step.actions().stream()
                .filter(SetAnnotation.class::isInstance)
                .map(SetAnnotation.class::cast)
                .findFirst();
        Map<String, @Nullable String> changes = new HashMap<>(drains.status(node, memory));
        if (step.after() != null || reserve.isPresent()) {
            changes.putAll(NodeAnnotations.changes(
                    node,
                    observed.reading().entries(),
                    reserve.map(action -> settings.conversion().toBatch(action.lease()))
                            .orElse(null),
                    wanted(observed, memory, step, state),
                    clock.timeOfDay(clock.instant())));
        }
        if (changes.isEmpty()) {
            return written(node, memory);
        }
        String version = node.getMetadata().getResourceVersion();
        try {
            Node after = patcher.patchAnnotations(
                    ObjectAddress.of(Node.class, node.getMetadata().getName()), changes, version);
            memory.written = after;
            memory.writtenOver = memory.cachedVersion;
            metrics.annotationWrite("written");
            LOG.debug("annotations written node={} keys={}", node.getMetadata().getName(), changes.keySet());
            requeue.accept(node.getMetadata().getName());
            return written(node, memory);
        } catch (KubernetesClientException e) {
            return failed(node, memory, e);
        }
    }

    private static boolean written(Node node, NodeMemory memory) {
        if (memory.writeProblem != null) {
            LOG.info(
                    "annotations are as wanted again node={}",
                    node.getMetadata().getName());
            memory.writeProblem = null;
        }
        return true;
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
        String problem = "Node/" + name + ": annotations cannot be written, the lease stays: " + FailureFormatter.of(e);
        if (!problem.equals(memory.writeProblem)) {
            LOG.warn("{}", problem);
        }
        memory.writeProblem = problem;
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
        LeaseState after = step.after();
        Instant now = clock.instant();
        YarnAmount lease = after == null ? YarnAmount.ZERO : after.reserved();
        YarnAmount registers = after == null ? YarnAmount.ZERO : after.registers();
        YarnAmount lost =
                after == null ? YarnAmount.ZERO : after.memory().beliefs().lost();
        String why = step.plan() == null ? step.waitsFor().text() : step.plan().reason();
        String reason =
                step.after() == null ? why : step.after().change().cause().text() + ": " + why;
        return new NodeAnnotations.Wanted(
                manager,
                state,
                lease,
                registers,
                settings.conversion().vcoresPerCore(),
                lost,
                used,
                memory.term,
                reason,
                new NodeAnnotations.ForAgent(
                        memory.question,
                        ShrinkAnnotation.of(after, managers, now, clock.timeOfDay(now), clusters::countsVcores)));
    }
}
