package io.koordbridge.descheduler.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.kube.cache.ReflectorOrInformer;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.kube.listwatch.ReflectorStore;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is made of each object of a kind, up to date. One that cannot be read leaves what was known of it.
 *
 * @param <F> with value equality: an object whose facts are equal has not changed
 */
final class FactCache<T extends HasMetadata, F> {

    private final ConcurrentHashMap<String, F> facts = new ConcurrentHashMap<>();
    private final Maker<T, F> maker;
    private final Watcher<F> watcher;
    private final Sink sink = new Sink();
    private final ReflectorOrInformer<T> feed;

    /** Makes facts of an object. */
    interface Maker<T, F> {

        /** Facts of an object, of which {@code before} was known. */
        F of(T object, @Nullable F before);
    }

    /** Sees each change after it was taken over; must return fast. */
    interface Watcher<F> {

        /** The object of a key came, when there was nothing before, changed, or went, when there is nothing after. */
        void changed(String key, @Nullable F before, @Nullable F after);
    }

    FactCache(ListWatchSource source, WatchedKind<T> kind, Maker<T, F> maker, Watcher<F> watcher) {
        this.maker = maker;
        this.watcher = watcher;
        this.feed = new ReflectorOrInformer<>(source, kind, sink, Reflector.Readiness.AT_ONCE);
    }

    ReflectorOrInformer<T> feed() {
        return feed;
    }

    ReflectorStore<T> sink() {
        return sink;
    }

    /**
     * What is known of an object.
     *
     * @param key its name, after its namespace and a slash for kinds with namespaces
     */
    @Nullable
    F get(String key) {
        return facts.get(key);
    }

    /** All that is known, as it changes. */
    Collection<F> values() {
        return facts.values();
    }

    private final class Sink implements ReflectorStore<T> {

        private final Set<String> unseen = new HashSet<>();

        @Override
        public void listing() {
            unseen.clear();
            unseen.addAll(facts.keySet());
        }

        @Override
        public void put(T object) {
            String key = Cache.metaNamespaceKeyFunc(object);
            unseen.remove(key);
            F before = facts.get(key);
            F after = maker.of(object, before);
            if (!after.equals(before)) {
                facts.put(key, after);
                watcher.changed(key, before, after);
            }
        }

        @Override
        public void unreadable(String namespace, String name, String problem) {
            unseen.remove(Cache.namespaceKeyFunc(namespace, name));
        }

        @Override
        public void remove(@Nullable String namespace, String name) {
            remove(Cache.namespaceKeyFunc(namespace, name));
        }

        private void remove(String key) {
            F before = facts.remove(key);
            if (before != null) {
                watcher.changed(key, before, null);
            }
        }

        @Override
        public void listed() {
            unseen.forEach(this::remove);
            unseen.clear();
        }

        @Override
        public void unsupported() {
            feed.takeOver();
        }
    }
}
