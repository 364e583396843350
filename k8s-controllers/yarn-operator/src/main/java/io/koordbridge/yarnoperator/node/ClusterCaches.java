package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.ReflectorOrInformer;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.kube.listwatch.ReflectorStore;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.Annotations;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the operator remembers of the API server. Feeds keep trying when it cannot be reached, at the start too. */
public final class ClusterCaches implements AutoCloseable {

    /** A report names every pod of its node. */
    private static final int REPORTS_PAGE = 100;

    private static final Duration WAITING_HOLDS = Duration.ofSeconds(1);

    private final Clock clock;
    private final KubernetesClient client;
    private final PodIndex book;
    private final Map<String, NodeUsage> usages = new ConcurrentHashMap<>();
    private final Map<String, NodeManagerAnnotation> named = new ConcurrentHashMap<>();
    private final AtomicLong namesChanged = new AtomicLong();
    private final BatchRooms rooms = new BatchRooms();
    private volatile @Nullable Waiting waiting;
    private final KindCache<Node> nodes;
    private final KindCache<NodeMetric> metrics;
    private final ReflectorOrInformer<Pod> pods;

    /** Caches that are not started yet; {@code onNodeChanged} gets the name of a node of which anything changed. */
    public ClusterCaches(ListWatchSource feeds, Clock clock, Consumer<String> onNodeChanged) {
        this.clock = clock;
        this.client = feeds.client();
        book = new PodIndex(onNodeChanged);
        nodes = new KindCache<>(
                feeds,
                WatchedKind.nodesWithAddresses(),
                new StrippedStore<>(KeptObjects::node, new Nodes(onNodeChanged)));
        metrics = new KindCache<>(
                feeds,
                WatchedKind.all(NodeMetric.class, REPORTS_PAGE).ifInstalled(),
                new StrippedStore<>(KeptObjects::nodeMetric, new Reports(onNodeChanged)));
        pods = new ReflectorOrInformer<>(
                feeds, WatchedKind.unfinishedPodsWithAddresses(), new Pods(), Reflector.Readiness.AT_ONCE);
    }

    private final class Nodes implements StrippedStore.Watcher<Node> {

        private final Consumer<String> consumer;

        private Nodes(Consumer<String> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void put(@Nullable Node before, Node kept, Node whole) {
            String name = kept.getMetadata().getName();
            rooms.put(whole);
            NodeManagerAnnotation last = named.getOrDefault(name, NodeManagerAnnotation.ABSENT);
            NodeManagerAnnotation fresh = last.next(kept);
            if (!fresh.equals(last)) {
                note(name, fresh.nodeId() == null ? null : fresh);
            }
            consumer.accept(name);
        }

        @Override
        public void gone(Node kept) {
            String name = kept.getMetadata().getName();
            rooms.gone(name);
            note(name, null);
            consumer.accept(name);
        }

        private void note(String node, @Nullable NodeManagerAnnotation fresh) {
            NodeManagerAnnotation before = fresh == null ? named.remove(node) : named.put(node, fresh);
            if (before != null || fresh != null) {
                namesChanged.incrementAndGet();
            }
        }
    }

    private final class Reports implements StrippedStore.Watcher<NodeMetric> {

        private final Consumer<String> consumer;

        private Reports(Consumer<String> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void put(@Nullable NodeMetric before, NodeMetric kept, NodeMetric whole) {
            String name = kept.getMetadata().getName();
            NodeUsage fresh = NodeUsage.of(whole);
            usages.compute(name, (key, last) -> fresh.after(last == null ? NodeUsage.NONE : last, clock.instant()));
            consumer.accept(name);
        }

        @Override
        public void gone(NodeMetric kept) {
            String name = kept.getMetadata().getName();
            usages.remove(name);
            consumer.accept(name);
        }
    }

    private final class Pods implements ReflectorStore<Pod> {

        @Override
        public void listing() {
            book.listing();
        }

        @Override
        public void put(Pod pod) {
            book.put(pod);
        }

        @Override
        public void remove(@Nullable String namespace, String name) {
            book.remove(namespace, name);
        }

        @Override
        public void listed() {
            book.listed();
        }

        @Override
        public void unsupported() {
            pods.takeOver();
        }
    }

    /** Starts all caches. */
    public void start() {
        nodes.start();
        pods.start();
        metrics.start();
    }

    /** Whether nodes and pods were listed once. Before that nothing may be decided. */
    public boolean filled() {
        return nodes.synced() && pods.synced();
    }

    /** Whether nodes and pods follow the API server now. */
    public boolean live() {
        return filled() && nodes.following() && pods.following();
    }

    /** Which kinds were not read yet, or are not followed now, in one sentence; empty without any. */
    public Optional<String> lacking() {
        String unread = kinds(nodes.synced(), pods.synced());
        if (!unread.isEmpty()) {
            return Optional.of(unread + " not read yet: nothing is decided before; the log says what is lacking");
        }
        String lost = kinds(nodes.following(), pods.following());
        return lost.isEmpty()
                ? Optional.empty()
                : Optional.of(lost + " not followed now: nothing grows until they are");
    }

    private String kinds(boolean withoutNodes, boolean withoutPods) {
        return Stream.of(withoutNodes ? "" : nodes.plural(), withoutPods ? "" : pods.plural())
                .filter(kind -> !kind.isEmpty())
                .collect(Collectors.joining(", "));
    }

    @Nullable
    Node node(String name) {
        return nodes.store().get(name);
    }

    /** Why a node's agent does not hold batch work back, as it wrote; empty while it does. */
    public Optional<String> unprotected(String node) {
        return Optional.ofNullable(node(node)).flatMap(one -> AnnotationCodec.text(one, Annotations.NODE_UNPROTECTED));
    }

    /** Names of all nodes. */
    public List<String> nodeNames() {
        return nodes.store().names();
    }

    NodeUsage usage(String node) {
        return usages.getOrDefault(node, NodeUsage.NONE);
    }

    BatchAmount requests(String node) {
        return book.requests(node);
    }

    /**
     * Batch requests of the node's unfinished pods as the API server itself says now.
     *
     * @throws io.fabric8.kubernetes.client.KubernetesClientException when it does not
     */
    BatchAmount listRequests(String node) {
        return PodIndex.requests(client.pods()
                .inAnyNamespace()
                .withField("spec.nodeName", node)
                .list()
                .getItems());
    }

    List<Pod> nodeManagers(String node) {
        return book.nodeManagers(node);
    }

    /** The annotation by which the node's agent names a NodeManager, null when it names none. */
    @Nullable
    NodeManagerAnnotation named(String node) {
        return named.get(node);
    }

    /** Nodes with a NodeManager pod, or whose agent names a NodeManager. */
    public Set<String> nodesWithNodeManagers() {
        Set<String> nodes = book.nodesWithNodeManagers();
        nodes.addAll(named.keySet());
        return nodes;
    }

    /** Another number after each change of {@link #nodesWithNodeManagers}. */
    long nodeManagersChanged() {
        return namesChanged.get() + book.nodeManagersChanged();
    }

    /** Whether a batch pod waits that a node could hold; of at most a second ago. */
    public boolean batchPodsPending() {
        Instant now = clock.instant();
        Waiting last = waiting;
        if (last == null || !last.at().plus(WAITING_HOLDS).isAfter(now)) {
            last = new Waiting(book.anyPending(rooms::largest), now);
            waiting = last;
        }
        return last.any();
    }

    private record Waiting(boolean any, Instant at) {}

    /** Nodes of which the agent reported something. */
    public int agents() {
        return usages.size();
    }

    @Override
    public void close() {
        nodes.close();
        pods.close();
        metrics.close();
    }
}
