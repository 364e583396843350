package io.koordbridge.manager.quota.topology;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.koordbridge.admission.mutation.QuotaTrees;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.manager.quota.topology.QuotaDecision.Change;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The replica's one copy of the quotas and their profiles, of which a cluster may have none: what the cache shows, and nothing
 * that a review says. Thread-safe, readers do not wait.
 */
public final class QuotaView implements QuotaObjects, QuotaTrees, AutoCloseable {

    private final QuotaMetrics metrics;
    private final List<StrippedStore.Watcher<ElasticQuotaProfile>> profileWatchers = new CopyOnWriteArrayList<>();
    private final KindCache<ElasticQuota> quotas;
    private final KindCache<ElasticQuotaProfile> profiles;
    private final Map<String, List<Known>> known = new ConcurrentHashMap<>();
    private final QuotaNamespaces rule;
    private volatile QuotaTopology topology = QuotaTopology.EMPTY;

    /** An object and what the rules need of it. */
    private record Known(ElasticQuota object, QuotaInfo info) {

        private boolean isIn(@Nullable String namespace) {
            return Objects.equals(namespace, object.getMetadata().getNamespace());
        }
    }

    /**
     * Caches that are not started.
     *
     * @param rule which quotas may bind namespaces other than their own
     */
    public QuotaView(ListWatchSource feeds, QuotaMetrics metrics, QuotaNamespaces rule) {
        this.rule = rule;
        this.metrics = metrics;
        this.quotas = cache(feeds, ElasticQuota.class, new Quotas());
        this.profiles = cache(feeds, ElasticQuotaProfile.class, new Profiles());
    }

    private static <T extends HasMetadata> KindCache<T> cache(
            ListWatchSource feeds, Class<T> kind, StrippedStore.Watcher<T> watcher) {
        return new KindCache<>(feeds, WatchedKind.all(kind).ifInstalled(), StrippedStore.whole(watcher));
    }

    /** Notifies the watcher of profiles; add watchers before {@link #start}. */
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

    /** The trees as they are now; the same value while no quota changes. */
    public QuotaTopology topology() {
        return topology;
    }

    /** Which quotas may bind namespaces other than their own. */
    public QuotaNamespaces rule() {
        return rule;
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
        return known(name).stream()
                .filter(one -> one.isIn(namespace))
                .findFirst()
                .map(Known::object);
    }

    @Override
    public List<ElasticQuota> named(String name) {
        return known(name).stream().map(Known::object).toList();
    }

    private List<Known> known(String name) {
        return known.getOrDefault(name, List.of());
    }

    @Override
    public Optional<String> boundTo(String namespace) {
        return topology().boundTo(namespace);
    }

    @Override
    public boolean serves(String quota, String namespace) {
        return topology().quota(quota).map(known -> known.serves(namespace)).orElse(true);
    }

    @Override
    public Optional<LabelSelector> nodeSelector(String quotaName, String namespace) {
        return serves(quotaName, namespace)
                ? QuotaTreeNodes.selector(topology(), profiles(), quotaName, namespace)
                : Optional.empty();
    }

    @Override
    public boolean ready() {
        return synced();
    }

    /** The cache shows a quota. */
    synchronized void seen(ElasticQuota quota) {
        String namespace = quota.getMetadata().getNamespace();
        List<Known> namesakes = known(quota.getMetadata().getName());
        Optional<Known> before =
                namesakes.stream().filter(one -> one.isIn(namespace)).findFirst();
        Optional<QuotaInfo> same = before.filter(one -> QuotaInfo.readsTheSame(one.object(), quota))
                .map(Known::info);
        Known now = new Known(
                quota,
                same.orElseGet(
                        () -> QuotaInfo.of(quota, rule, before.map(Known::info).orElse(null))));
        List<Known> all = together(namesakes, namespace, now);
        known.put(now.info().name(), all);
        if (same.isEmpty()) {
            counts(all.get(0));
        }
    }

    /** In the order of their namespaces. */
    private static List<Known> together(List<Known> namesakes, @Nullable String namespace, Known now) {
        return namesakes.isEmpty()
                ? List.of(now)
                : Stream.concat(namesakes.stream().filter(one -> !one.isIn(namespace)), Stream.of(now))
                        .sorted(Comparator.comparing(one -> one.info().home()))
                        .toList();
    }

    /** The cache shows that a quota is gone. Trees and metrics know a name once: that of the first namespace, as koord-scheduler. */
    synchronized void gone(ElasticQuota last) {
        String name = last.getMetadata().getName();
        String namespace = last.getMetadata().getNamespace();
        List<Known> left =
                known(name).stream().filter(one -> !one.isIn(namespace)).toList();
        if (left.isEmpty()) {
            known.remove(name);
            metrics.gone(last);
            topology = topology.after(new Change(name, null));
            return;
        }
        known.put(name, left);
        counts(left.get(0));
    }

    private void counts(Known one) {
        metrics.seen(one.object(), one.info());
        topology = topology.after(new Change(one.info().name(), one.info()));
    }

    @Override
    public void close() {
        quotas.close();
        profiles.close();
    }

    private final class Quotas implements StrippedStore.Watcher<ElasticQuota> {

        @Override
        public void put(@Nullable ElasticQuota before, ElasticQuota kept, ElasticQuota whole) {
            seen(kept);
        }

        @Override
        public void gone(ElasticQuota kept) {
            QuotaView.this.gone(kept);
        }
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
