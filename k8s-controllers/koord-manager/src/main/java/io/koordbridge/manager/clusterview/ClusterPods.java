package io.koordbridge.manager.clusterview;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.kube.cache.ReflectorOrInformer;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.kube.listwatch.ReflectorStore;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is kept of all pods, brought up to date by a feed, or by an informer where there is no feed. */
final class ClusterPods implements ReflectorStore<Pod>, AutoCloseable {

    private final Consumer<Consumer<ClusterListener>> listeners;
    private final PodDemandIndex demands = new PodDemandIndex();
    private final ReflectorOrInformer<Pod> source;

    ClusterPods(ListWatchSource feeds, Consumer<Consumer<ClusterListener>> listeners, Reflector.Readiness readiness) {
        this.listeners = listeners;
        this.source = new ReflectorOrInformer<>(feeds, WatchedKind.PODS, this, readiness);
    }

    void start() {
        source.start();
    }

    boolean synced() {
        return source.synced();
    }

    String plural() {
        return source.plural();
    }

    /** Pods of a node. */
    List<PodDemand> on(String node) {
        return demands.pods(node);
    }

    /** Whether any pod, in whatever phase, names a quota. */
    boolean anyOfQuota(String quota) {
        return demands.anyOfQuota(quota);
    }

    /** Whether a namespace has any pod, in whatever phase. */
    boolean anyInNamespace(String namespace) {
        return demands.anyInNamespace(namespace);
    }

    @Override
    public void listing() {
        demands.beginListing();
        listeners.accept(ClusterListener::podsListing);
    }

    @Override
    public void put(Pod pod) {
        tell(demands.put(pod));
        listeners.accept(listener -> listener.podSeen(pod));
    }

    @Override
    public void remove(@Nullable String namespace, String name) {
        String existing = Objects.requireNonNullElse(namespace, "");
        tell(demands.remove(existing, name));
        listeners.accept(listener -> listener.podGone(existing, name));
    }

    @Override
    public void listed() {
        tell(demands.endListing());
    }

    @Override
    public void unsupported() {
        source.takeOver();
    }

    private void tell(Collection<String> nodes) {
        nodes.forEach(node -> listeners.accept(listener -> listener.podsChanged(node)));
    }

    @Override
    public void close() {
        source.close();
    }
}
