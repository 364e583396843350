package io.koordbridge.manager.clusterview;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.kube.feed.FeedKind;
import io.koordbridge.kube.feed.FeedSink;
import io.koordbridge.kube.feed.ObjectFeed;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps a store up to date by a feed, or by an informer where the server does not speak the feed's encoding. */
final class FedStore<T extends HasMetadata> implements FeedSink<T>, AutoCloseable {

    private final StrippedStore<T> store;
    private final FeedOrInformer<T> source;
    private final Set<String> unseen = new HashSet<>();

    /**
     * A store that nothing fills yet.
     *
     * @param instead makes an informer that fills the same store
     */
    FedStore(
            KubernetesClient client,
            FeedKind<T> kind,
            StrippedStore<T> store,
            Supplier<SharedIndexInformer<T>> instead) {
        this.store = store;
        this.source = new FeedOrInformer<>(new ObjectFeed<>(client, kind, this, ObjectFeed.Readiness.AT_ONCE), instead);
    }

    void start() {
        source.start();
    }

    boolean synced() {
        return source.synced();
    }

    @Override
    public void listing() {
        unseen.clear();
        unseen.addAll(store.names());
    }

    @Override
    public void put(T object) {
        String key = store.getKey(object);
        unseen.remove(key);
        store.put(key, object);
    }

    @Override
    public void unreadable(String namespace, String name) {
        unseen.remove(Cache.namespaceKeyFunc(namespace, name));
    }

    @Override
    public void remove(@Nullable String namespace, String name) {
        store.remove(Cache.namespaceKeyFunc(namespace, name));
    }

    @Override
    public void listed() {
        unseen.forEach(store::remove);
        unseen.clear();
    }

    @Override
    public void unsupported() {
        source.takeOver();
    }

    @Override
    public void close() {
        source.close();
    }
}
