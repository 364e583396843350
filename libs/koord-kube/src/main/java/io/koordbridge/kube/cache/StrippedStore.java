package io.koordbridge.kube.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps only the part of each object that is read, and notifies its watcher of each change: once the
 * store's source has synced, the watcher has seen everything.
 */
public final class StrippedStore<T extends HasMetadata> {

    private final ConcurrentHashMap<String, T> items = new ConcurrentHashMap<>();
    private final UnaryOperator<T> strip;
    private final Watcher<T> watcher;

    /**
     * An empty store.
     *
     * @param strip makes of an object as received what is kept of it
     */
    public StrippedStore(UnaryOperator<T> strip, Watcher<T> watcher) {
        this.strip = strip;
        this.watcher = watcher;
    }

    /** An empty store of a kind whose objects are kept as they are received. */
    public static <T extends HasMetadata> StrippedStore<T> whole(Watcher<T> watcher) {
        return new StrippedStore<>(UnaryOperator.identity(), watcher);
    }

    /** Sees changes in order; must return fast. */
    public interface Watcher<T> {

        /**
         * An object appeared or changed.
         *
         * @param before what was kept, null when it is new
         * @param kept what is kept now
         * @param whole the object as received
         */
        void put(@Nullable T before, T kept, T whole);

        /** An object went. */
        void gone(T kept);

        /**
         * An object exists that cannot be decoded, which was logged: what is kept of it stays.
         *
         * @param namespace empty for kinds without
         * @param problem what the decoder says
         */
        default void unreadable(String namespace, String name, String problem) {}

        /** A watcher that ignores changes. */
        static <T> Watcher<T> nobody() {
            return new Watcher<>() {
                @Override
                public void put(@Nullable T before, T kept, T whole) {}

                @Override
                public void gone(T kept) {}
            };
        }
    }

    /** Key of an object: its namespace, if any, and its name. */
    public String getKey(T item) {
        return Cache.metaNamespaceKeyFunc(item);
    }

    /** Takes an object over; what was kept of it before. */
    public @Nullable T put(String key, T item) {
        T kept = strip.apply(item);
        T before = items.put(key, kept);
        watcher.put(before, kept, item);
        return before;
    }

    /**
     * Takes over what an object became by a write of ours, unless it is known in another version already. The watcher hears of
     * it only if the API server then shows something else.
     *
     * @param kept the object that was kept, as it is after the write
     * @param over the version that was written over
     * @return what was kept before, null when nothing was taken over
     */
    public @Nullable T replace(T kept, String over) {
        String key = getKey(kept);
        T known = items.get(key);
        if (known == null || !over.equals(known.getMetadata().getResourceVersion())) {
            return null;
        }
        return items.computeIfPresent(key, (same, now) -> now == known ? kept : now) == kept ? known : null;
    }

    /** An object is gone; what was kept of it. */
    public @Nullable T remove(String key) {
        T before = items.remove(key);
        if (before != null) {
            watcher.gone(before);
        }
        return before;
    }

    /** An object is there that cannot be decoded. */
    void unreadable(String namespace, String name, String problem) {
        watcher.unreadable(namespace, name, problem);
    }

    /** All that is kept. */
    public Stream<T> values() {
        return items.values().stream();
    }

    /** How many objects there are. */
    public int size() {
        return items.size();
    }

    /** What is kept of an object. */
    public @Nullable T get(String key) {
        return items.get(key);
    }

    /** Keys of all objects. */
    public List<String> names() {
        return List.copyOf(items.keySet());
    }
}
