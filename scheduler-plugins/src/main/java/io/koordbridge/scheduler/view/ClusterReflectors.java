package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.numa.NumaTopologyReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Brings all nodes, their topologies and all pods that are not done to the ledger; of the objects themselves only their names are kept. */
public final class ClusterReflectors implements AutoCloseable {

    private static final Concern ANNOTATIONS =
            new Concern("BadSchedulingAnnotation", "SchedulingAnnotationValid", "annotations that cannot be used");
    private static final Concern TOPOLOGY =
            new Concern("BadNodeTopology", "NodeTopologyValid", "a topology that cannot be used");

    private final ClusterLedger ledger;
    private final ObjectWarnings ofNodes;
    private final ObjectWarnings ofTopologies;
    private final KindCache<Node> nodes;
    private final KindCache<Pod> pods;
    private final KindCache<NodeResourceTopology> topologies;
    private final List<ClusterListener> listeners;
    private final Map<KindCache<?>, ClusterListener> further = new LinkedHashMap<>();
    private volatile boolean topologySeen;

    /**
     * Feeds that are not started yet.
     *
     * @param listeners hear of all nodes and pods
     */
    public ClusterReflectors(
            ListWatchSource source, ClusterLedger ledger, EventRecorder events, List<ClusterListener> listeners) {
        this.listeners = List.copyOf(listeners);
        listeners.forEach(listener -> listener.kinds(source).forEach(kind -> further.put(kind, listener)));
        this.ledger = ledger;
        this.ofNodes = new ObjectWarnings(events);
        this.ofTopologies = new ObjectWarnings(events);
        this.nodes = new KindCache<>(
                source,
                WatchedKind.NODES,
                new StrippedStore<>(
                        ClusterReflectors::named,
                        new LedgerWatcher<>(
                                ofNodes,
                                this::nodeSeen,
                                node -> nodeGone(node.getMetadata().getName()))));
        this.pods = new KindCache<>(
                source, WatchedKind.unfinishedPodsWithPlacement(), pods(ledger, new ObjectWarnings(events), listeners));
        this.topologies = new KindCache<>(
                source,
                WatchedKind.all(NodeResourceTopology.class).ifInstalled(),
                new StrippedStore<>(
                        ClusterReflectors::named,
                        new LedgerWatcher<>(
                                ofTopologies,
                                this::topologySeen,
                                object -> topologyGone(object.getMetadata().getName()))));
    }

    /** Names of the pods that a ledger knows, which are brought to it. */
    static StrippedStore<Pod> pods(ClusterLedger ledger, ObjectWarnings warnings, List<ClusterListener> listeners) {
        return new StrippedStore<>(
                ClusterReflectors::named,
                new LedgerWatcher<>(
                        warnings,
                        pod -> {
                            ledger.podSeen(PodFactsReader.read(pod));
                            listeners.forEach(listener -> listener.podSeen(pod));
                        },
                        pod -> podGone(ledger, listeners, pod.getMetadata())));
    }

    private static Node named(Node whole) {
        Node named = new Node();
        named.setMetadata(names(whole.getMetadata()));
        return named;
    }

    /** Texts that many pods have are one object each from here on: all that is read of a pod keeps them. */
    private static Pod named(Pod whole) {
        ObjectMeta meta = whole.getMetadata();
        if (meta.getNamespace() != null) {
            meta.setNamespace(meta.getNamespace().intern());
        }
        if (whole.getSpec() != null && whole.getSpec().getNodeName() != null) {
            whole.getSpec().setNodeName(whole.getSpec().getNodeName().intern());
        }
        Pod named = new Pod();
        named.setAdditionalProperties(null);
        named.setMetadata(names(whole.getMetadata()));
        return named;
    }

    private static NodeResourceTopology named(NodeResourceTopology whole) {
        NodeResourceTopology named = new NodeResourceTopology();
        named.setMetadata(names(whole.getMetadata()));
        return named;
    }

    /** Without the empty lists and maps that each object brings: there are hundreds of thousands. */
    private static ObjectMeta names(ObjectMeta whole) {
        ObjectMeta names = new ObjectMeta();
        names.setAnnotations(null);
        names.setLabels(null);
        names.setFinalizers(null);
        names.setManagedFields(null);
        names.setOwnerReferences(null);
        names.setAdditionalProperties(null);
        names.setNamespace(whole.getNamespace());
        names.setName(whole.getName());
        names.setUid(whole.getUid());
        return names;
    }

    /** Starts watching and returns at once; a server that cannot be reached is tried until it can. */
    public void start() {
        nodes.start();
        topologies.start();
        further.keySet().forEach(KindCache::start);
        pods.start();
    }

    /** Whether the ledger contains all nodes, topologies and pods. */
    public boolean loaded() {
        return all().allMatch(KindCache::synced);
    }

    /** Kinds that were not read yet. */
    public List<String> unread() {
        return kinds(KindCache::synced);
    }

    /** Kinds of which no changes arrive at the moment. */
    public List<String> unwatched() {
        // A cluster without them has nothing to watch.
        return kinds(kind -> kind.following()
                || (kind == topologies && !topologySeen)
                || (further.containsKey(kind) && !further.get(kind).follows()));
    }

    private List<String> kinds(Predicate<KindCache<?>> without) {
        return all().filter(without.negate()).map(KindCache::plural).toList();
    }

    private Stream<KindCache<?>> all() {
        return Stream.concat(Stream.of(nodes, topologies, pods), further.keySet().stream());
    }

    private void nodeSeen(Node node) {
        listeners.forEach(listener -> listener.nodeSeen(node));
        NodeFacts before = ledger.facts(node.getMetadata().getName());
        NodeFacts now = NodeFactsReader.read(node, before);
        ledger.nodeSeen(now);
        ofNodes.look(node, ANNOTATIONS, ObjectWarnings.summary(now.problems()));
    }

    private void nodeGone(String name) {
        ledger.nodeGone(name);
        listeners.forEach(listener -> listener.nodeGone(name));
        ofNodes.forget(name);
    }

    private void topologyGone(String name) {
        ledger.topologySeen(name, null);
        ofTopologies.forget(name);
    }

    private void topologySeen(NodeResourceTopology object) {
        String node = object.getMetadata().getName();
        NumaTopology topology = NumaTopologyReader.read(object);
        ofTopologies.look(object, TOPOLOGY, ObjectWarnings.summary(topology.problems()));
        ledger.topologySeen(node, topology);
        topologySeen = true;
    }

    private static void podGone(ClusterLedger ledger, List<ClusterListener> listeners, ObjectMeta names) {
        String key = Objects.requireNonNullElse(names.getNamespace(), "default") + "/" + names.getName();
        String uid = Objects.requireNonNullElse(names.getUid(), "");
        ledger.podGone(uid, key);
        listeners.forEach(listener -> listener.podGone(uid, key));
    }

    @Override
    public void close() {
        pods.close();
        further.keySet().forEach(KindCache::close);
        topologies.close();
        nodes.close();
    }
}
