package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnDrainStatus;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.drain.ContainersSeen;
import io.koordbridge.yarnoperator.drain.Drain;
import io.koordbridge.yarnoperator.drain.DrainBook;
import io.koordbridge.yarnoperator.drain.DrainBook.Facts;
import io.koordbridge.yarnoperator.drain.DrainBook.News;
import io.koordbridge.yarnoperator.drain.DrainState;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import io.koordbridge.yarnoperator.lease.LeaseState;
import io.koordbridge.yarnoperator.lease.Masters;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.NodeOrders;
import io.koordbridge.yarnoperator.lease.Phase;
import io.koordbridge.yarnoperator.node.NodeObserver.Observed;
import io.koordbridge.yarnoperator.resourcemanager.NodeManagerProbe;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The drains of each node: what is asked, what that means for the lease, and what people, the next leader and the pods are told. */
final class NodeDrains {

    private static final Logger LOG = LoggerFactory.getLogger(NodeDrains.class);

    private static final Duration CLOCKS = Duration.ofSeconds(30);

    private final ClusterCaches caches;
    private final YarnClusters clusters;
    private final NodeManagerProbe probe;
    private final DrainedPods pods;
    private final EventRecorder events;
    private final SteadyClock clock;
    private final LeaseMetrics metrics;
    private final Duration staleAfter;
    private final Duration usual;
    private final YarnAmount minimum;

    NodeDrains(LeaseController.Parts parts, LeaseMetrics metrics, LeaseConfig settings) {
        this.caches = parts.caches();
        this.clusters = parts.clusters();
        this.probe = parts.probe();
        this.pods = new DrainedPods(parts.patcher().client(), parts.leadership(), parts.clock(), metrics);
        this.events = parts.events();
        this.clock = parts.clock();
        this.metrics = metrics;
        this.staleAfter = settings.times().staleAfter();
        this.usual = settings.times().drainTimeout();
        this.minimum = settings.planner().minimum();
    }

    /** Looks at what is asked and decides where each drain stands; the observation with that. */
    Observed look(Observed observed, NodeMemory memory) {
        Node node = observed.node();
        List<Pod> there = caches.nodeManagers(node.getMetadata().getName());
        NodeManagerPods known = NodeManagerPods.of(there, memory.found, inUse(observed));
        memory.asked = memory.asked.next(
                node, known, usual, clock.timeOfDay(observed.seen().now()));
        ContainersSeen seen = seen(observed, memory, known);
        memory.left = seen;
        DrainBook before = memory.drains;
        memory.drains = before.next(new Facts(
                observed.seen().now(),
                memory.asked.requests(),
                memory.asked.remembered(),
                DrainReading.uids(there),
                seen));
        memory.drains.since(before).forEach(news -> tell(news, node));
        Observed all = observed.with(new NodeAsked(memory.drains.first().orElse(null), seen, memory.asked.frozen()));
        for (String problem : memory.asked.problems()) {
            all = all.troubled(problem);
        }
        return all;
    }

    /** Whether something is asked of a node, or was: it is looked at even without a NodeManager. */
    static boolean concern(Node node) {
        return AnnotationCodec.text(node, Annotations.NODE_YARN_DRAIN).isPresent()
                || AnnotationCodec.text(node, Annotations.NODE_YARN_DRAIN_STATUS)
                        .isPresent();
    }

    /** What stands above the policy of the node's lease. */
    NodeOrders orders(Observed observed, NodeMemory memory) {
        YarnAmount least = YarnAmount.ZERO;
        for (NodeManagerView view : observed.seen().managers()) {
            least = least.max(clusters.minimum(view.ref().cluster()));
        }
        // Where the ResourceManager's minimum is not known, the configured one stands for it.
        YarnAmount known = least.equals(YarnAmount.ZERO) ? minimum : least;
        NodeOrders.Drain order =
                memory.drains.order(known, memory.left, observed.seen().now());
        return new NodeOrders(order, memory.asked.frozen() != null);
    }

    private static Set<NodeManagerRef> inUse(Observed observed) {
        return observed.seen().managers().stream()
                .filter(NodeManagerView::inUse)
                .map(NodeManagerView::ref)
                .collect(Collectors.toSet());
    }

    private ContainersSeen seen(Observed observed, NodeMemory memory, NodeManagerPods pods) {
        int containers = 0;
        YarnAmount used = YarnAmount.ZERO;
        boolean fresh = true;
        List<String> names = new ArrayList<>();
        List<NodeManagerView> inUse = observed.seen().managers().stream()
                .filter(NodeManagerView::inUse)
                .toList();
        for (NodeManagerView view : inUse) {
            ReportedNode report = observed.reported().get(view.ref());
            containers += report == null ? 0 : report.containers();
            used = used.plus(view.used());
            fresh &= view.reportAge().compareTo(staleAfter) <= 0;
            names.addAll(probe.masters(view.ref()));
        }
        LeaseState state = memory.state;
        boolean proven = state != null && !state.memory().beliefs().doubted();
        YarnAmount counted =
                state == null ? used : used.max(state.memory().beliefs().counted());
        boolean closed = closed(state)
                && inUse.stream().allMatch(view -> view.capability().equals(YarnAmount.ZERO));
        boolean absent = state == null && observed.seen().managers().isEmpty() && pods.none();
        YarnAmount masters = masters(observed, state);
        return new ContainersSeen(
                fresh && proven && pods.unmatched().isEmpty() && !inUse.isEmpty(),
                absent,
                containers,
                counted,
                masters == null ? null : masters.min(counted),
                names,
                closed);
    }

    /** What masters hold; null when that was asked, and the last answer is too old to say that none has started since. */
    private @Nullable YarnAmount masters(Observed observed, @Nullable LeaseState state) {
        Masters said = observed.seen().masters();
        Instant now = observed.seen().now();
        boolean old = said.askedAt().plus(staleAfter).isBefore(now);
        return old && state != null && state.memory().question().unanswered(said, now) ? null : said.held();
    }

    private static boolean closed(@Nullable LeaseState state) {
        return state != null
                && state.change().phase() == Phase.STEADY
                && state.lease().equals(YarnAmount.ZERO);
    }

    private void tell(News news, Node node) {
        Drain drain = news.drain();
        DrainState state = news.state();
        String reason = state == null ? "YarnDrainCalledOff" : reason(state);
        String text = "drain " + drain.request().id() + ": " + (state == null ? "called off" : drain.text());
        LOG.info("{} node={} detail='{}'", reason, node.getMetadata().getName(), text);
        metrics.drain(state == null ? "called_off" : state.name());
        boolean bad = state == DrainState.FAILED || state == DrainState.HELD;
        events.record(node, bad ? EventType.WARNING : EventType.NORMAL, reason, text);
    }

    private static String reason(DrainState state) {
        return switch (state) {
            case DRAINING -> "YarnDrainStarted";
            case HELD -> "YarnDrainHeld";
            case DRAINED -> "YarnDrained";
            case FAILED -> "YarnDrainFailed";
            case DONE -> "YarnDrainDone";
        };
    }

    /** The change of the Node's annotation for the next leader; empty when it says what it has to. */
    Map<String, @Nullable String> status(Node node, NodeMemory memory) {
        String key = Annotations.NODE_YARN_DRAIN_STATUS;
        Optional<String> written = AnnotationCodec.text(node, key);
        Drain drain = memory.drains.first().orElse(null);
        if (drain == null) {
            return written.isEmpty() ? Map.of() : Collections.singletonMap(key, null);
        }
        DrainBook.Remembered last = memory.asked.remembered();
        boolean same = last != null
                && written.isPresent()
                && last.id().equals(drain.request().id())
                && last.state() == drain.state()
                && last.pods().equals(drain.pods())
                && last.over().equals(memory.drains.over())
                && isAbout(last.left(), Duration.between(clock.instant(), drain.deadline()));
        return same
                ? Map.of()
                : Map.of(
                        key,
                        AnnotationCodec.write(new YarnDrainStatus(
                                drain.request().id(),
                                drain.state().name(),
                                drain.pods().stream().sorted().toList(),
                                drain.text(),
                                text(clock.instant()),
                                text(drain.deadline()),
                                over(memory.drains))));
    }

    /** Clocks that are set, and seconds that are cut off, are no reason to write. */
    private static boolean isAbout(@Nullable Duration written, Duration left) {
        return written != null && written.minus(left).abs().compareTo(CLOCKS) <= 0;
    }

    private static @Nullable Map<String, String> over(DrainBook book) {
        Map<String, String> over = new TreeMap<>();
        book.over().forEach((id, state) -> over.put(id, state.name()));
        return over.isEmpty() ? null : over;
    }

    private String text(Instant steady) {
        return clock.timeOfDay(steady).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Marks and ends the pods of NodeManagers; others may bear their label. */
    void act(Observed observed, NodeMemory memory) {
        List<Pod> ours = caches.nodeManagers(observed.node().getMetadata().getName()).stream()
                .filter(pod ->
                        memory.asked.managers().contains(pod.getMetadata().getUid()))
                .toList();
        pods.round(ours, memory);
    }
}
