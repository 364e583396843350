package io.koordbridge.manager.quotatopology;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.feed.FeedKind;
import io.koordbridge.kube.feed.FeedSource;
import io.koordbridge.manager.profile.QuotaTrees;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The caches of quotas and their profiles, of which a cluster may have none; feeds the topology. */
public final class QuotaView implements QuotaObjects, QuotaTrees, AutoCloseable {

    private final QuotaStore store;
    private final ShownQuotas shown;
    private final List<StrippedStore.Watcher<ElasticQuotaProfile>> profileWatchers = new CopyOnWriteArrayList<>();
    private final KindCache<ElasticQuota> quotas;
    private final KindCache<ElasticQuotaProfile> profiles;

    public QuotaView(FeedSource feeds, QuotaStore store, QuotaMetrics metrics) {
        this.store = store;
        this.shown = new ShownQuotas(store, metrics);
        this.quotas = cache(feeds, ElasticQuota.class, shown);
        this.profiles = cache(feeds, ElasticQuotaProfile.class, new Profiles());
    }

    private static <T extends HasMetadata> KindCache<T> cache(
            FeedSource feeds, Class<T> kind, StrippedStore.Watcher<T> watcher) {
        return new KindCache<>(feeds, FeedKind.all(kind).ifInstalled(), StrippedStore.whole(watcher));
    }

    /** Tells the watcher of profiles from now on; add watchers before {@link #start}. */
    public void onProfiles(StrippedStore.Watcher<ElasticQuotaProfile> watcher) {
        profileWatchers.add(watcher);
    }

    /** Begins to fill the caches. */
    public void start() {
        quotas.start();
        profiles.start();
    }

    /** Whether the caches were filled once, or the kinds are not installed. */
    public boolean synced() {
        return quotas.synced() && profiles.synced();
    }

    /** Kinds whose caches were not filled yet. */
    public List<String> unread() {
        return Stream.of(quotas, profiles)
                .filter(cache -> !cache.synced())
                .map(KindCache::plural)
                .toList();
    }

    /** The trees as they are now. */
    public QuotaTopology topology() {
        return store.topology();
    }

    /** All profiles. */
    public List<ElasticQuotaProfile> profiles() {
        return profiles.store().values().toList();
    }

    /** The profile of a key {@code namespace/name}. */
    public Optional<ElasticQuotaProfile> profile(String key) {
        return Optional.ofNullable(profiles.store().get(key));
    }

    @Override
    public Optional<ElasticQuota> get(String namespace, String name) {
        return Optional.ofNullable(quotas.store().get(Cache.namespaceKeyFunc(namespace, name)));
    }

    @Override
    public List<ElasticQuota> named(String name) {
        return shown.named(name);
    }

    @Override
    public List<ElasticQuota> boundTo(String namespace) {
        return shown.boundTo(namespace);
    }

    @Override
    public Optional<LabelSelector> nodeSelector(String quotaName, String namespace) {
        return QuotaTreeNodes.selector(topology(), profiles(), quotaName, namespace);
    }

    @Override
    public boolean ready() {
        return synced();
    }

    @Override
    public void close() {
        quotas.close();
        profiles.close();
    }

    private final class Profiles implements StrippedStore.Watcher<ElasticQuotaProfile> {

        @Override
        public void put(@Nullable ElasticQuotaProfile before, ElasticQuotaProfile kept, ElasticQuotaProfile whole) {
            profileWatchers.forEach(watcher -> watcher.put(before, kept, whole));
        }

        @Override
        public void gone(ElasticQuotaProfile kept) {
            profileWatchers.forEach(watcher -> watcher.gone(kept));
        }
    }
}
