package io.koordbridge.scheduler.quota.tree;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The ElasticQuota objects, without what only concerns their writers. Thread safe. */
public final class QuotaObjects {

    private final AtomicLong changes = new AtomicLong();
    /** Of the objects of a name. */
    private final Map<String, NavigableSet<String>> namespaces = new ConcurrentHashMap<>();

    private volatile @Nullable KindCache<ElasticQuota> cache;

    private final StrippedStore<ElasticQuota> store = new StrippedStore<>(QuotaObjects::kept, new Watcher());
    private volatile Consumer<ElasticQuota> seen = object -> {};
    private volatile Consumer<ElasticQuota> gone = object -> {};

    /** Has these called with each version of an object, and with what was kept of one that is gone. */
    void listen(Consumer<ElasticQuota> whenSeen, Consumer<ElasticQuota> whenGone) {
        seen = whenSeen;
        gone = whenGone;
    }

    /** Follows the objects of a cluster. */
    KindCache<ElasticQuota> follow(ListWatchSource source) {
        KindCache<ElasticQuota> now =
                new KindCache<>(source, WatchedKind.all(ElasticQuota.class).ifInstalled(), store);
        cache = now;
        return now;
    }

    /** An object came or changed. */
    public void put(ElasticQuota object) {
        store.put(store.getKey(object), object);
    }

    /** An object is gone. */
    public void remove(ElasticQuota object) {
        store.remove(store.getKey(object));
    }

    private static ElasticQuota kept(ElasticQuota whole) {
        ObjectMeta from = whole.getMetadata();
        ObjectMeta meta = new ObjectMeta();
        meta.setName(from.getName());
        meta.setNamespace(from.getNamespace());
        meta.setUid(from.getUid());
        meta.setResourceVersion(from.getResourceVersion());
        meta.setLabels(from.getLabels());
        meta.setAnnotations(from.getAnnotations() == null ? Map.of() : new HashMap<>(from.getAnnotations()));
        ElasticQuota kept = new ElasticQuota();
        kept.setMetadata(meta);
        kept.setSpec(whole.getSpec());
        kept.setReported(whole.getReported());
        return kept;
    }

    private final class Watcher implements StrippedStore.Watcher<ElasticQuota> {

        @Override
        public void put(@Nullable ElasticQuota before, ElasticQuota kept, ElasticQuota whole) {
            changes.incrementAndGet();
            namespaces
                    .computeIfAbsent(kept.getMetadata().getName(), name -> new ConcurrentSkipListSet<>())
                    .add(kept.getMetadata().getNamespace());
            seen.accept(whole);
        }

        @Override
        public void gone(ElasticQuota kept) {
            changes.incrementAndGet();
            namespaces.computeIfPresent(kept.getMetadata().getName(), (name, left) -> {
                left.remove(kept.getMetadata().getNamespace());
                return left.isEmpty() ? null : left;
            });
            gone.accept(kept);
        }
    }

    /** What is kept of all objects. */
    public Stream<ElasticQuota> all() {
        return store.values();
    }

    /** The object that counts among those of a name, which is that of the first namespace; empty if absent. */
    Optional<ElasticQuota> counting(String name) {
        NavigableSet<String> known = namespaces.get(name);
        return known == null || known.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(store.get(Cache.namespaceKeyFunc(known.first(), name)));
    }

    /** Grows with each change of an object. */
    public long changes() {
        return changes.get();
    }

    /** Whether the kind is installed, all objects are known and changes arrive. */
    public boolean complete() {
        KindCache<ElasticQuota> now = cache;
        return now != null && now.synced() && now.following();
    }

    /** Takes over what an object became by a write of ours, unless a later version is known. */
    public void replaced(ElasticQuota now, ElasticQuota over) {
        String version = over.getMetadata().getResourceVersion();
        if (version != null) {
            store.replace(kept(now), version);
        }
    }
}
