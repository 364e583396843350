package io.koordbridge.kube.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.kube.listwatch.ReflectorStore;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a store up to date with the objects of a kind. An API server that cannot be reached is tried again until it answers, and an
 * optional kind that the cluster does not have is looked for again.
 */
public final class KindCache<T extends HasMetadata> implements AutoCloseable {

    private final StrippedStore<T> store;
    private final Filler filler = new Filler();
    private final ReflectorOrInformer<T> source;

    /** A store that nothing fills yet. */
    public KindCache(ListWatchSource feeds, WatchedKind<T> kind, StrippedStore<T> store) {
        this.store = store;
        this.source = new ReflectorOrInformer<>(feeds, kind, filler, Reflector.Readiness.AT_ONCE);
    }

    /** Begins to fill the store. */
    public void start() {
        source.start();
    }

    /** Whether everything that there is was seen: the store is filled, or there is no such kind. */
    public boolean synced() {
        return source.synced();
    }

    /** Name of the kind, such as {@code nodes}. */
    public String plural() {
        return source.plural();
    }

    /** Whether changes arrive now. */
    public boolean following() {
        return source.following();
    }

    /** What is kept. */
    public StrippedStore<T> store() {
        return store;
    }

    ReflectorStore<T> sink() {
        return filler;
    }

    @Override
    public void close() {
        source.close();
    }

    /** Takes over what the feed brings. */
    private final class Filler implements ReflectorStore<T> {

        private final Set<String> unseen = new HashSet<>();

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
        public void unreadable(String namespace, String name, String problem) {
            unseen.remove(Cache.namespaceKeyFunc(namespace, name));
            store.unreadable(namespace, name, problem);
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
    }
}
