package io.koordbridge.manager.quotatopology;

import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.api.quota.ElasticQuota;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Quotas by something that several can share. Read by many threads, written by one. */
final class QuotaIndex {

    private final Function<ElasticQuota, List<String>> keys;
    private final Map<String, Map<String, ElasticQuota>> quotas = new ConcurrentHashMap<>();

    QuotaIndex(Function<ElasticQuota, List<String>> keys) {
        this.keys = keys;
    }

    /** A quota appeared or changed; it is found at any time under the keys that it keeps. */
    void put(@Nullable ElasticQuota before, ElasticQuota now) {
        List<String> present = keys.apply(now);
        present.forEach(key -> quotas.computeIfAbsent(key, unused -> new ConcurrentHashMap<>())
                .put(Cache.metaNamespaceKeyFunc(now), now));
        if (before != null) {
            Set<String> left = new HashSet<>(keys.apply(before));
            present.forEach(left::remove);
            remove(left, before);
        }
    }

    void remove(ElasticQuota quota) {
        remove(keys.apply(quota), quota);
    }

    private void remove(Collection<String> left, ElasticQuota quota) {
        left.forEach(key -> quotas.computeIfPresent(key, (unused, sharing) -> {
            sharing.remove(Cache.metaNamespaceKeyFunc(quota));
            return sharing.isEmpty() ? null : sharing;
        }));
    }

    List<ElasticQuota> of(String key) {
        return List.copyOf(quotas.getOrDefault(key, Map.of()).values());
    }
}
