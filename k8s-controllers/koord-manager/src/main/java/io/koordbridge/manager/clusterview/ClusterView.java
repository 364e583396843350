package io.koordbridge.manager.clusterview;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.document.node.OnlineUseDocument;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.plan.NodeReport;
import io.koordbridge.capacity.plan.ReportReading;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The caches of the controllers. */
public final class ClusterView implements AutoCloseable {

    private static final long SYNC_POLL_MILLIS = 20;

    /** A report names every pod of its node. */
    private static final int REPORTS_PAGE = 100;

    private final ConfigMapRef configMapRef;
    private final Clock clock;
    private final List<ClusterListener> listeners = new CopyOnWriteArrayList<>();
    private final ClusterPods pods;
    private final Map<String, ReportReading> reports = new ConcurrentHashMap<>();
    private final StrippedStore<Node> nodes;
    private final List<KindCache<?>> caches;
    private final StrippedStore<NodeMetric> nodeMetrics;
    private final StrippedStore<NodeSLO> nodeSlos;
    private final StrippedStore<ConfigMap> configMaps;
    private final Object configMapNews = new Object();
    private final StrippedStore<NodeResourceTopology> topologies;
    private final StrippedStore<Device> devices;
    private final ScheduledExecutorService syncPoll =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("cluster-view-sync"));

    private final SyncNotifier news = new SyncNotifier();

    /** Which config map is read. */
    public record ConfigMapRef(String namespace, String name) {}

    /**
     * Caches that are not started.
     *
     * @param podsReadiness when the listeners can make use of pods
     */
    public ClusterView(
            ListWatchSource feeds, ConfigMapRef configMapRef, Clock clock, Reflector.Readiness podsReadiness) {
        this.configMapRef = configMapRef;
        this.clock = clock;
        this.nodes = new StrippedStore<>(Stripping::node, new NodeWatcher());
        this.nodeMetrics = new StrippedStore<>(Stripping::nodeMetric, new ReportWatcher());
        this.nodeSlos = new StrippedStore<>(Stripping::nodeSlo, new NodeSloWatcher());
        this.configMaps = StrippedStore.whole(new ConfigWatcher());
        this.pods = new ClusterPods(feeds, this::tell, podsReadiness);
        this.topologies = new StrippedStore<>(Stripping::topology, new TopologyWatcher());
        this.devices = new StrippedStore<>(Stripping::device, new DeviceWatcher());
        this.caches = List.of(
                new KindCache<>(
                        feeds,
                        WatchedKind.one(ConfigMap.class, configMapRef.namespace(), configMapRef.name()),
                        configMaps),
                new KindCache<>(feeds, WatchedKind.NODES, nodes),
                new KindCache<>(feeds, WatchedKind.all(NodeMetric.class, REPORTS_PAGE), nodeMetrics),
                new KindCache<>(feeds, WatchedKind.all(NodeSLO.class), nodeSlos),
                new KindCache<>(
                        feeds, WatchedKind.all(NodeResourceTopology.class).ifInstalled(), topologies),
                new KindCache<>(feeds, WatchedKind.all(Device.class).ifInstalled(), devices));
    }

    /** Notifies the listener of every change; add listeners before {@link #start}. */
    public void addListener(ClusterListener listener) {
        listeners.add(listener);
    }

    /** Begins to fill the caches; an unreachable API server is tried again until it answers. */
    public void start() {
        caches.forEach(KindCache::start);
        pods.start();
        ScheduledFuture<?> unused = syncPoll.scheduleWithFixedDelay(
                this::announceWhenSynced, SYNC_POLL_MILLIS, SYNC_POLL_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Whether every cache was filled once. */
    public boolean synced() {
        return pods.synced() && caches.stream().allMatch(KindCache::synced);
    }

    /** Kinds whose caches were not filled yet. */
    public List<String> unread() {
        Stream<String> kinds = caches.stream().filter(cache -> !cache.synced()).map(KindCache::plural);
        return Stream.concat(kinds, pods.synced() ? Stream.empty() : Stream.of(pods.plural()))
                .toList();
    }

    /** Whether all listeners know that every cache was filled: only then they act. */
    public boolean announced() {
        return news.told();
    }

    private void announceWhenSynced() {
        if (synced()) {
            news.tell(this::tellOfAbsentConfigMap, listeners);
        }
        if (news.told()) {
            syncPoll.shutdown();
        }
    }

    /** A ConfigMap that appears in between is announced after this, so that it stays in force. */
    private void tellOfAbsentConfigMap() {
        synchronized (configMapNews) {
            if (configMaps.size() == 0) {
                tell(listener -> listener.configMapRead(null));
            }
        }
    }

    /** The Node of a name. */
    public Optional<Node> node(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    /**
     * A Node was written: what it shows is known ahead of the watch, which then brings nothing new of it. Listeners hear of it
     * when it shows marks that a pass reads, such as the normalization ratio, which counts only once it is shown.
     *
     * @param over the version that was written over; nothing happens when the Node is known in another one
     */
    public void nodeWritten(Node after, String over) {
        Node before = nodes.replace(after, over);
        if (before != null && Stripping.readMarksDiffer(before, after)) {
            tell(listener -> listener.nodeChanged(after.getMetadata().getName(), true));
        }
    }

    /** What is kept of a Node that was read elsewhere. */
    public static Node kept(Node node) {
        return Stripping.node(node);
    }

    /** All Nodes; an object stays the same one until the Node changes. */
    public Stream<Node> nodes() {
        return nodes.values();
    }

    /** How many Nodes there are. */
    public int nodeCount() {
        return nodes.size();
    }

    /** Names of all Nodes. */
    public List<String> nodeNames() {
        return nodes.names();
    }

    /** Names of all objects that follow a Node. */
    public Stream<String> followerNames() {
        return Stream.concat(nodeMetrics.names().stream(), nodeSlos.names().stream());
    }

    /** Pods bound to a node. */
    public List<PodDemand> pods(String node) {
        return pods.on(node);
    }

    /** Whether any pod, in whatever phase, names a quota. */
    public boolean hasPodsOfQuota(String quota) {
        return pods.anyOfQuota(quota);
    }

    /** Whether a namespace has any pod, in whatever phase. */
    public boolean hasPodsIn(String namespace) {
        return pods.anyInNamespace(namespace);
    }

    /** The NodeMetric of a node. */
    public Optional<NodeReport> report(String node) {
        return Optional.ofNullable(reports.get(node)).map(ReportReading::report);
    }

    /** The NodeSLO of a node, spec only. */
    public Optional<NodeSLO> nodeSlo(String node) {
        return Optional.ofNullable(nodeSlos.get(node));
    }

    /** Data of the config map as stored; empty when it does not exist. */
    public Optional<Map<String, String>> configMapData() {
        return configMaps.values().findFirst().map(ClusterView::dataOf);
    }

    private static Map<String, String> dataOf(ConfigMap configMap) {
        return orEmpty(configMap.getData());
    }

    /** The NodeResourceTopology of a node. */
    public Optional<NodeResourceTopology> topology(String node) {
        return Optional.ofNullable(topologies.get(node));
    }

    /** The Device of a node, labels and spec only. */
    public Optional<Device> device(String node) {
        return Optional.ofNullable(devices.get(node));
    }

    /** An object to attach events about the configuration to. */
    public ConfigMap configMapForEvents() {
        return configMaps
                .values()
                .findFirst()
                .orElseGet(() -> new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(configMapRef.namespace())
                        .withName(configMapRef.name())
                        .endMetadata()
                        .build());
    }

    /** Nodes and reports are fed by different threads. */
    private void forgetReport(String node) {
        synchronized (reports) {
            reports.computeIfPresent(node, (unused, reading) -> reading.withoutNode());
        }
    }

    private void tell(Consumer<ClusterListener> news) {
        listeners.forEach(news);
    }

    @Override
    public void close() {
        syncPoll.shutdownNow();
        pods.close();
        caches.forEach(KindCache::close);
    }

    private final class NodeWatcher implements StrippedStore.Watcher<Node> {

        @Override
        public void put(@Nullable Node before, Node kept, Node whole) {
            String name = kept.getMetadata().getName();
            if (before != null
                    && !Objects.equals(
                            before.getMetadata().getUid(), kept.getMetadata().getUid())) {
                forgetReport(name);
            }
            boolean marks = before == null || marksDiffer(before, kept);
            if (before == null || marks || !Stripping.same(before.getStatus(), kept.getStatus())) {
                tell(listener -> listener.nodeChanged(name, marks));
            }
        }

        private static boolean marksDiffer(Node before, Node after) {
            return !Objects.equals(
                            before.getMetadata().getLabels(),
                            after.getMetadata().getLabels())
                    || !Objects.equals(
                            before.getMetadata().getAnnotations(),
                            after.getMetadata().getAnnotations());
        }

        @Override
        public void gone(Node kept) {
            forgetReport(kept.getMetadata().getName());
            tell(listener -> listener.nodeChanged(kept.getMetadata().getName(), true));
        }
    }

    private final class ReportWatcher implements StrippedStore.Watcher<NodeMetric> {

        @Override
        public void put(@Nullable NodeMetric before, NodeMetric kept, NodeMetric whole) {
            String name = kept.getMetadata().getName();
            ReportReading last;
            ReportReading reading;
            synchronized (reports) {
                last = reports.get(name);
                reading = ReportReading.of(
                        last, kept.getSpec(), whole.getStatus(), OnlineUseDocument.of(whole), clock.instant());
                reports.put(name, reading);
            }
            reading.problem()
                    .ifPresentOrElse(
                            fault -> tell(listener -> listener.reportUnreadable(kept, fault)),
                            () -> tell(listener -> listener.reportReadable(kept)));
            NodeReport report = reading.report();
            boolean specChanged = last == null || !Objects.equals(last.report().spec(), report.spec());
            boolean usageChanged = last == null || !last.report().usage().equals(report.usage());
            if (specChanged || usageChanged) {
                tell(listener -> listener.nodeMetricChanged(name, specChanged));
            }
        }

        @Override
        public void gone(NodeMetric kept) {
            String name = kept.getMetadata().getName();
            reports.remove(name);
            tell(listener -> listener.nodeMetricChanged(name, true));
        }
    }

    private final class NodeSloWatcher implements StrippedStore.Watcher<NodeSLO> {

        @Override
        public void put(@Nullable NodeSLO before, NodeSLO kept, NodeSLO whole) {
            if (before == null || !Objects.equals(before.getSpec(), kept.getSpec())) {
                tell(listener -> listener.nodeSloChanged(kept.getMetadata().getName()));
            }
        }

        @Override
        public void gone(NodeSLO kept) {
            tell(listener -> listener.nodeSloChanged(kept.getMetadata().getName()));
        }
    }

    private final class TopologyWatcher implements StrippedStore.Watcher<NodeResourceTopology> {

        @Override
        public void put(@Nullable NodeResourceTopology before, NodeResourceTopology kept, NodeResourceTopology whole) {
            boolean same = before != null
                    && Stripping.same(before.getZones(), kept.getZones())
                    && Objects.equals(
                            before.getMetadata().getAnnotations(),
                            kept.getMetadata().getAnnotations());
            if (!same) {
                tell(listener -> listener.topologyChanged(kept.getMetadata().getName()));
            }
        }

        @Override
        public void gone(NodeResourceTopology kept) {
            tell(listener -> listener.topologyChanged(kept.getMetadata().getName()));
        }
    }

    private final class DeviceWatcher implements StrippedStore.Watcher<Device> {

        @Override
        public void put(@Nullable Device before, Device kept, Device whole) {
            boolean same = before != null
                    && Stripping.same(before.getSpec(), kept.getSpec())
                    && Objects.equals(
                            before.getMetadata().getLabels(), kept.getMetadata().getLabels());
            if (!same) {
                tell(listener -> listener.deviceChanged(kept.getMetadata().getName()));
            }
        }

        @Override
        public void gone(Device kept) {
            tell(listener -> listener.deviceChanged(kept.getMetadata().getName()));
        }
    }

    /** A deleted config map changes nothing: the last configuration stays in force. */
    private final class ConfigWatcher implements StrippedStore.Watcher<ConfigMap> {

        @Override
        public void put(@Nullable ConfigMap before, ConfigMap kept, ConfigMap whole) {
            Map<String, String> data = dataOf(kept);
            if (before == null || !Objects.equals(before.getData(), kept.getData())) {
                synchronized (configMapNews) {
                    tell(listener -> listener.configMapRead(data));
                }
            }
        }

        @Override
        public void gone(ConfigMap kept) {}
    }
}
