package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.scheduler.topology.NumaTopology;
import io.koordbridge.scheduler.topology.NumaTopologyReader;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings all nodes, their topologies and all pods that are not done to the ledger; of the objects themselves only their names are kept. */
public final class ClusterReflectors implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterReflectors.class);

    private final ClusterLedger ledger;
    private final EventRecorder events;
    private final KindCache<Node> nodes;
    private final KindCache<Pod> pods;
    private final KindCache<NodeResourceTopology> topologies;
    private volatile boolean topologySeen;

    /** Feeds that are not started yet. */
    public ClusterReflectors(ListWatchSource source, ClusterLedger ledger, EventRecorder events) {
        this.ledger = ledger;
        this.events = events;
        this.nodes = new KindCache<>(
                source,
                WatchedKind.NODES,
                new StrippedStore<>(
                        ClusterReflectors::named,
                        new LedgerWatcher<>(
                                this::nodeSeen,
                                node -> ledger.nodeGone(node.getMetadata().getName()))));
        this.pods = new KindCache<>(source, WatchedKind.unfinishedPods(), pods(ledger));
        this.topologies = new KindCache<>(
                source,
                WatchedKind.all(NodeResourceTopology.class).ifInstalled(),
                new StrippedStore<>(
                        ClusterReflectors::named,
                        new LedgerWatcher<>(
                                this::topologySeen,
                                object ->
                                        ledger.topologySeen(object.getMetadata().getName(), null))));
    }

    /** Names of the pods that a ledger knows, which are brought to it. */
    static StrippedStore<Pod> pods(ClusterLedger ledger) {
        return new StrippedStore<>(
                ClusterReflectors::named,
                new LedgerWatcher<>(
                        pod -> ledger.podSeen(PodFactsReader.read(pod)), pod -> podGone(ledger, pod.getMetadata())));
    }

    private static Node named(Node whole) {
        Node named = new Node();
        named.setMetadata(names(whole.getMetadata()));
        return named;
    }

    private static Pod named(Pod whole) {
        Pod named = new Pod();
        named.setMetadata(names(whole.getMetadata()));
        return named;
    }

    private static NodeResourceTopology named(NodeResourceTopology whole) {
        NodeResourceTopology named = new NodeResourceTopology();
        named.setMetadata(names(whole.getMetadata()));
        return named;
    }

    private static ObjectMeta names(ObjectMeta whole) {
        ObjectMeta names = new ObjectMeta();
        names.setNamespace(whole.getNamespace());
        names.setName(whole.getName());
        names.setUid(whole.getUid());
        return names;
    }

    /** Starts watching and returns at once; a server that cannot be reached is tried until it can. */
    public void start() {
        nodes.start();
        topologies.start();
        pods.start();
    }

    /** Whether the ledger contains all nodes, topologies and pods. */
    public boolean loaded() {
        return nodes.synced() && topologies.synced() && pods.synced();
    }

    /** Kinds that were not read yet. */
    public List<String> unread() {
        return kinds(KindCache::synced);
    }

    /** Kinds of which no changes arrive at the moment. */
    public List<String> unwatched() {
        // A cluster without topologies has nothing to watch.
        return kinds(kind -> kind.following() || (kind == topologies && !topologySeen));
    }

    private List<String> kinds(Predicate<KindCache<?>> without) {
        return Stream.of(nodes, topologies, pods)
                .filter(without.negate())
                .map(KindCache::plural)
                .toList();
    }

    private void nodeSeen(Node node) {
        NodeFacts before = ledger.facts(node.getMetadata().getName());
        NodeFacts now = NodeFactsReader.read(node, before);
        List<String> knownProblems = before == null ? List.of() : before.problems();
        ledger.nodeSeen(now);
        if (!now.problems().equals(knownProblems)) {
            now.problems().forEach(problem -> {
                LOG.warn("Bad annotation {}", problem);
                events.record(node, EventType.WARNING, "BadSchedulingAnnotation", problem);
            });
        }
    }

    private void topologySeen(NodeResourceTopology object) {
        String node = object.getMetadata().getName();
        NumaTopology topology = NumaTopologyReader.read(object);
        if (!topology.problems().isEmpty()
                && !topology.problems().equals(ledger.topology(node).problems())) {
            topology.problems().forEach(problem -> {
                LOG.warn("Bad topology node={} problem={}", node, problem);
                events.record(object, EventType.WARNING, "BadNodeTopology", problem);
            });
        }
        ledger.topologySeen(node, topology);
        topologySeen = true;
    }

    private static void podGone(ClusterLedger ledger, ObjectMeta names) {
        String namespace = Objects.requireNonNullElse(names.getNamespace(), "default");
        ledger.podGone(Objects.requireNonNullElse(names.getUid(), ""), namespace + "/" + names.getName());
    }

    @Override
    public void close() {
        pods.close();
        topologies.close();
        nodes.close();
    }
}
