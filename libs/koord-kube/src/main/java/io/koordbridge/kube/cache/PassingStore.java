package io.koordbridge.kube.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.koordbridge.kube.listwatch.ReflectorStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What an informer fills in place of a reflector: keeps only the names and hands the objects on. */
final class PassingStore<T extends HasMetadata> implements ItemStore<T> {

    private final ReflectorStore<T> sink;
    private final Set<String> keys = ConcurrentHashMap.newKeySet();

    PassingStore(ReflectorStore<T> sink) {
        this.sink = sink;
    }

    @Override
    public String getKey(T item) {
        return Cache.metaNamespaceKeyFunc(item);
    }

    @Override
    public @Nullable T put(String key, T item) {
        keys.add(key);
        sink.put(item);
        return null;
    }

    @Override
    public @Nullable T remove(String key) {
        if (keys.remove(key)) {
            int slash = key.indexOf('/');
            sink.remove(slash < 0 ? null : key.substring(0, slash), key.substring(slash + 1));
        }
        return null;
    }

    @Override
    public Stream<String> keySet() {
        return keys.stream();
    }

    @Override
    public Stream<T> values() {
        return Stream.empty();
    }

    @Override
    public int size() {
        return keys.size();
    }

    @Override
    public @Nullable T get(String key) {
        return null;
    }

    @Override
    public boolean isFullState() {
        return false;
    }
}
