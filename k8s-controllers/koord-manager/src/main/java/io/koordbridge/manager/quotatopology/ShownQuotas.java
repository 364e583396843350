package io.koordbridge.manager.quotatopology;

import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.cache.StrippedStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands quotas of the cache on to the trees, and finds them by name and by bound namespace. */
final class ShownQuotas implements StrippedStore.Watcher<ElasticQuota> {

    private final QuotaStore store;
    private final QuotaMetrics metrics;
    private final QuotaIndex byName =
            new QuotaIndex(quota -> List.of(quota.getMetadata().getName()));
    private final QuotaIndex byNamespace = new QuotaIndex(QuotaAnnotations::namespaces);

    ShownQuotas(QuotaStore store, QuotaMetrics metrics) {
        this.store = store;
        this.metrics = metrics;
    }

    @Override
    public void put(@Nullable ElasticQuota before, ElasticQuota kept, ElasticQuota whole) {
        byName.put(before, kept);
        byNamespace.put(before, kept);
        store.seen(kept);
        metrics.seen(kept);
    }

    @Override
    public void gone(ElasticQuota kept) {
        byName.remove(kept);
        byNamespace.remove(kept);
        metrics.gone(kept);
        // Trees and metrics know a name once; a namesake of another namespace takes its place.
        String name = kept.getMetadata().getName();
        named(name).stream().findFirst().ifPresentOrElse(namesake -> showAgain(kept, namesake), () -> store.gone(kept));
    }

    private void showAgain(ElasticQuota gone, ElasticQuota namesake) {
        store.replaced(gone, namesake);
        metrics.seen(namesake);
    }

    List<ElasticQuota> named(String name) {
        return byName.of(name);
    }

    List<ElasticQuota> boundTo(String namespace) {
        return byNamespace.of(namespace);
    }
}
