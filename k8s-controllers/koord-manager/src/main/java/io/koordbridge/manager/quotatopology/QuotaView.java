package io.koordbridge.manager.quotatopology;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.manager.profile.QuotaTrees;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The informer caches of quotas and their profiles; feeds the topology. */
public final class QuotaView implements QuotaObjects, QuotaTrees, AutoCloseable {

    private static final long LOOK_SECONDS = 5;
    private static final String BY_NAME = "name";
    private static final String BY_NAMESPACE = "boundNamespace";

    private final QuotaStore store;
    private final QuotaMetrics metrics;
    private final KindInformer<ElasticQuota> quotas;
    private final KindInformer<ElasticQuotaProfile> profiles;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "quota-kinds");
        thread.setDaemon(true);
        return thread;
    });

    public QuotaView(KubernetesClient client, QuotaStore store, QuotaMetrics metrics) {
        this.store = store;
        this.metrics = metrics;
        SharedIndexInformer<ElasticQuota> objects =
                client.resources(ElasticQuota.class).inAnyNamespace().runnableInformer(0);
        objects.addIndexers(Map.of(
                BY_NAME, quota -> List.of(quota.getMetadata().getName()), BY_NAMESPACE, QuotaAnnotations::namespaces));
        objects.addEventHandler(new Feed());
        this.quotas = new KindInformer<>(client, ElasticQuota.class, objects);
        this.profiles = new KindInformer<>(
                client,
                ElasticQuotaProfile.class,
                client.resources(ElasticQuotaProfile.class).inAnyNamespace().runnableInformer(0));
    }

    /** Tells the handler of profiles from now on; add handlers before {@link #start}. */
    public void onProfiles(ResourceEventHandler<ElasticQuotaProfile> handler) {
        profiles.informer().addEventHandler(handler);
    }

    /** Begins to fill the caches as soon as the kinds are served. */
    public void start() {
        ScheduledFuture<?> unused = looking.scheduleWithFixedDelay(this::look, 0, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    private void look() {
        quotas.look();
        profiles.look();
    }

    /** Whether the caches were filled once, or the kinds are not installed. */
    public boolean synced() {
        return quotas.synced() && profiles.synced();
    }

    /** The trees as they are now. */
    public QuotaTopology topology() {
        return store.topology();
    }

    /** All profiles. */
    public List<ElasticQuotaProfile> profiles() {
        return profiles.informer().getStore().list();
    }

    /** The profile of a key {@code namespace/name}. */
    public Optional<ElasticQuotaProfile> profile(String key) {
        return Optional.ofNullable(profiles.informer().getStore().getByKey(key));
    }

    @Override
    public Optional<ElasticQuota> get(String namespace, String name) {
        return Optional.ofNullable(quotas.informer().getStore().getByKey(namespace + "/" + name));
    }

    @Override
    public List<ElasticQuota> named(String name) {
        return quotas.informer().getIndexer().byIndex(BY_NAME, name);
    }

    @Override
    public List<ElasticQuota> boundTo(String namespace) {
        return quotas.informer().getIndexer().byIndex(BY_NAMESPACE, namespace);
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
        looking.shutdownNow();
        quotas.close();
        profiles.close();
    }

    private final class Feed implements ResourceEventHandler<ElasticQuota> {

        @Override
        public void onAdd(ElasticQuota quota) {
            store.seen(QuotaInfo.of(quota));
            metrics.seen(quota);
        }

        @Override
        public void onUpdate(ElasticQuota before, ElasticQuota after) {
            onAdd(after);
        }

        @Override
        public void onDelete(ElasticQuota quota, boolean finalStateUnknown) {
            store.gone(quota.getMetadata().getName());
            metrics.gone(quota);
        }
    }
}
