package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Follows what concerns this node; of the objects themselves only names are kept. While the API server is away the last view stays,
 * and the feeds come back by themselves. Selections of the server are repeated here, because not every server makes them.
 */
public final class ClusterWatcher implements AutoCloseable {

    private final String nodeName;
    private final Consumer<String> problems;
    private final KindCache<Node> nodes;
    private final KindCache<Pod> podCache;
    private final KindCache<NodeResourceTopology> topologies;
    private final KindCache<NodeSLO> nodeSloCache;
    private final KindCache<NodeMetric> nodeMetricCache;
    /** By the name of their kind: all that the cluster must have. */
    private final Map<String, KindCache<?>> needed = new LinkedHashMap<>();

    private final Map<String, PodInfo> pods = new HashMap<>();
    private @Nullable NodeFacts node;
    private @Nullable NodeSlo nodeSlo;
    /** Sections of it hold until better ones come, even when the object is gone for a while. */
    private @Nullable NodeSlo lastNodeSlo;

    private @Nullable NodeMetricSpec nodeMetric;
    private volatile @Nullable NodeResourceTopology topology;
    /** What this agent knows of its own machine. */
    private Map<String, String> ownTopology = Map.of();

    /** Of an earlier process; of each kind it counts until the API server has listed that kind. */
    private LastKnown restored = LastKnown.NOTHING;

    private Map<String, PodInfo> kubeletPods = Map.of();
    private @Nullable Instant kubeletSaid;

    private volatile YarnAnnotations yarn = YarnAnnotations.NONE;
    private volatile Runnable nodeListener = () -> {};

    private volatile long listed;
    private volatile OverrideKeys overrides = OverrideKeys.NONE;
    private volatile NodeView view = NodeView.UNKNOWN;

    /** Follows nothing yet. */
    public ClusterWatcher(ListWatchSource feeds, String nodeName, Consumer<String> problems) {
        this.nodeName = nodeName;
        this.problems = problems;
        nodes = own(
                feeds,
                WatchedKind.node(nodeName),
                Node::new,
                object -> {
                    node = NodeFacts.of(object, node == null ? restored.node() : node, problems);
                    yarn = YarnAnnotations.of(object);
                },
                () -> {
                    node = null;
                    yarn = YarnAnnotations.NONE;
                });
        podCache = new KindCache<>(
                feeds, WatchedKind.podsOfNode(nodeName), new StrippedStore<>(pod -> named(pod, new Pod()), new Pods()));
        topologies = own(
                feeds,
                WatchedKind.one(NodeResourceTopology.class, null, nodeName).ifInstalled(),
                NodeResourceTopology::new,
                object -> topology = object,
                () -> topology = null);
        needed.put("nodes", nodes);
        needed.put("pods", podCache);
        nodeSloCache = nodeSlos(feeds);
        nodeMetricCache = nodeMetrics(feeds);
        needed.put("nodeslos", nodeSloCache);
        needed.put("nodemetrics", nodeMetricCache);
    }

    private KindCache<NodeSLO> nodeSlos(ListWatchSource feeds) {
        return own(
                feeds,
                WatchedKind.one(NodeSLO.class, null, nodeName),
                NodeSLO::new,
                this::readNodeSlo,
                () -> nodeSlo = null);
    }

    private void readNodeSlo(NodeSLO object) {
        lastNodeSlo = NodeSlo.of(object.getSpec(), lastNodeSlo, problems);
        nodeSlo = lastNodeSlo;
    }

    private KindCache<NodeMetric> nodeMetrics(ListWatchSource feeds) {
        return own(
                feeds,
                WatchedKind.one(NodeMetric.class, null, nodeName),
                NodeMetric::new,
                object -> nodeMetric = Objects.requireNonNullElse(object.getSpec(), new NodeMetricSpec(null)),
                () -> nodeMetric = null);
    }

    /** Of the one object of a kind that is this node's; what is read of it is handed on, and only its name is kept. */
    private <T extends HasMetadata> KindCache<T> own(
            ListWatchSource feeds, WatchedKind<T> kind, Supplier<T> empty, Consumer<T> seen, Runnable gone) {
        OwnObject<T> own = new OwnObject<>(empty.get().getKind(), seen, gone);
        return new KindCache<>(feeds, kind, new StrippedStore<>(whole -> named(whole, empty.get()), own));
    }

    private static <T extends HasMetadata> T named(T whole, T empty) {
        ObjectMeta name = new ObjectMeta();
        name.setNamespace(whole.getMetadata().getNamespace());
        name.setName(whole.getMetadata().getName());
        empty.setMetadata(name);
        return empty;
    }

    /** What is known now. */
    public NodeView view() {
        if (listed <= needed.size()) {
            long now = needed.values().stream().filter(KindCache::synced).count() + (topologies.synced() ? 1 : 0);
            if (now != listed) {
                listed = now;
                change(() -> restored = now > needed.size() ? LastKnown.NOTHING : restored);
            }
        }
        return view;
    }

    /** What the node says of YARN now. */
    public YarnAnnotations yarn() {
        return yarn;
    }

    /** From now on runs after each change of the node; must not take long. */
    public void onNode(Runnable listener) {
        nodeListener = listener;
    }

    /** Takes over what an earlier process knew of kinds that the API server has not listed yet. */
    public void restore(LastKnown known) {
        change(() -> restored = known);
    }

    /** Pods that change from now on are read with these annotations; called before {@link #start}. */
    public void read(OverrideKeys keys) {
        overrides = keys;
    }

    /** Takes over the pods of the kubelet. */
    public void kubeletPods(List<Pod> list, Instant now) {
        Map<String, PodInfo> found = new HashMap<>();
        for (Pod pod : list) {
            PodInfo info = PodInfos.of(pod, overrides, problems);
            found.put(info.fullName(), info);
        }
        change(() -> {
            kubeletPods = found;
            kubeletSaid = now;
        });
    }

    /** Forgets the pods of the kubelet when it has not named them for long. */
    public void endKubeletPods(Instant oldest) {
        if (kubeletSaid != null && kubeletSaid.isBefore(oldest)) {
            change(() -> {
                kubeletPods = Map.of();
                kubeletSaid = null;
            });
        }
    }

    /** Whether node and pods are what the API server says now. */
    public boolean isConnected() {
        return nodes.following() && podCache.following();
    }

    /** Whether the pods of the node have ever been listed: before, none in the view says nothing. */
    public boolean hasListedPods() {
        return podCache.synced();
    }

    /** Whether the node has ever been listed: before, an earlier process read what the view says of it. */
    public boolean hasListedNode() {
        return nodes.synced();
    }

    /** Whether the NodeSLO of the node is known, or known not to be there. */
    public boolean hasListedNodeSlos() {
        return nodeSloCache.synced();
    }

    /** Kinds of whose object of this node it is known that it is not there. */
    public Set<String> missing() {
        Set<String> missing = new TreeSet<>();
        NodeView seen = view;
        addMissing(missing, "Node", seen.node().isPresent(), nodes);
        addMissing(missing, "NodeSLO", seen.nodeSlo().isPresent(), nodeSloCache);
        addMissing(missing, "NodeMetric", seen.nodeMetric().isPresent(), nodeMetricCache);
        return missing;
    }

    private static void addMissing(Set<String> missing, String kind, boolean there, KindCache<?> cache) {
        if (!there && cache.synced()) {
            missing.add(kind);
        }
    }

    /** Kinds of which no changes arrive now, without those that a cluster may do without. */
    public List<String> notWatched() {
        return needed.entrySet().stream()
                .filter(kind -> !kind.getValue().following())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Starts watching and returns at once; an API server that is not there yet is retried. */
    public void start() {
        needed.values().forEach(KindCache::start);
        topologies.start();
    }

    private synchronized void change(Runnable change) {
        change.run();
        NodeSlo slo = nodeSlo;
        if (slo == null && restored.nodeSlo() != null && !nodeSloCache.synced()) {
            slo = NodeSlo.of(restored.nodeSlo(), null, problems);
        }
        view = new NodeView(
                Optional.ofNullable(node == null && !nodes.synced() ? restored.node() : node),
                Optional.ofNullable(slo),
                Optional.ofNullable(nodeMetric),
                annotations(),
                knownPods());
    }

    /** The kubelet knows of containers before the API server does, and of pods of which the API server cannot tell now. */
    private List<PodInfo> knownPods() {
        Map<String, PodInfo> all = new HashMap<>();
        if (!podCache.synced()) {
            restored.pods().forEach(pod -> all.put(pod.fullName(), pod));
        }
        pods.values().forEach(pod -> all.put(pod.fullName(), pod));
        kubeletPods.forEach((name, pod) -> {
            PodInfo seen = pods.get(name);
            boolean knowsMore =
                    seen == null || seen.containers().size() < pod.containers().size();
            if (knowsMore || !isConnected()) {
                all.put(name, pod);
            }
        });
        Set<String> uids = all.values().stream()
                .filter(pod -> !pod.isStatic())
                .map(PodInfo::uid)
                .collect(Collectors.toSet());
        // The uid of a static pod is an annotation's word: never that of another pod.
        List<PodInfo> sorted = new ArrayList<>(all.values());
        sorted.removeIf(pod -> pod.isStatic() && uids.contains(pod.uid()));
        sorted.sort(Comparator.comparing(PodInfo::namespace).thenComparing(PodInfo::name));
        return sorted;
    }

    /** Of this machine its agent knows best; what others annotate holds beside it. */
    private Optional<Map<String, String>> annotations() {
        NodeResourceTopology object = topology;
        Map<String, String> before = topologies.synced() ? null : restored.topology();
        if (object == null && ownTopology.isEmpty() && before == null) {
            return Optional.empty();
        }
        Map<String, String> all = new HashMap<>();
        if (object == null && before != null) {
            all.putAll(before);
        }
        if (object != null && object.getMetadata().getAnnotations() != null) {
            all.putAll(object.getMetadata().getAnnotations());
        }
        all.putAll(ownTopology);
        return Optional.of(all);
    }

    /** The NodeResourceTopology of the node as it was seen last. */
    public Optional<NodeResourceTopology> topology() {
        return Optional.ofNullable(topology);
    }

    /** Whether it is known if there is a NodeResourceTopology. */
    public boolean hasListedTopologies() {
        return topologies.synced();
    }

    /** From now on these annotations hold, whatever the NodeResourceTopology says. */
    public void ownTopology(Map<String, String> annotations) {
        change(() -> ownTopology = Map.copyOf(annotations));
    }

    @Override
    public void close() {
        needed.values().forEach(KindCache::close);
        topologies.close();
    }

    private final class OwnObject<T extends HasMetadata> implements StrippedStore.Watcher<T> {
        private final String kind;
        private final Consumer<T> seen;
        private final Runnable gone;

        OwnObject(String kind, Consumer<T> seen, Runnable gone) {
            this.kind = kind;
            this.seen = seen;
            this.gone = gone;
        }

        private boolean isOwn(T object) {
            return nodeName.equals(object.getMetadata().getName());
        }

        @Override
        public void unreadable(String namespace, String name, String problem) {
            if (nodeName.equals(name)) {
                problems.accept(kind + "/" + name + " cannot be read, what was read before holds: " + problem);
            }
        }

        @Override
        public void put(@Nullable T before, T kept, T whole) {
            if (isOwn(whole)) {
                change(() -> seen.accept(whole));
                if (whole instanceof Node) {
                    nodeListener.run();
                }
            }
        }

        @Override
        public void gone(T kept) {
            if (isOwn(kept)) {
                change(gone);
            }
        }
    }

    private final class Pods implements StrippedStore.Watcher<Pod> {

        @Override
        public void put(@Nullable Pod before, Pod kept, Pod whole) {
            if (nodeName.equals(PodPlacement.nodeName(whole))) {
                PodInfo info = PodInfos.of(whole, overrides, problems);
                change(() -> pods.put(Cache.metaNamespaceKeyFunc(kept), info));
            } else if (before != null) {
                change(() -> pods.remove(Cache.metaNamespaceKeyFunc(kept)));
            }
        }

        @Override
        public void gone(Pod kept) {
            change(() -> pods.remove(Cache.metaNamespaceKeyFunc(kept)));
        }
    }
}
