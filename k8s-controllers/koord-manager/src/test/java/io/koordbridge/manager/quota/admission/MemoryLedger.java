package io.koordbridge.manager.quota.admission;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.topology.FixedQuotas;
import io.koordbridge.manager.quota.topology.QuotaObjects;
import io.koordbridge.protocol.Annotations;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Objects in memory with the API server's rule for conflicting writes. */
public final class MemoryLedger implements QuotaLedger, QuotaObjects {

    private static final int CONFLICT = 409;

    private final Map<QuotaKey, ElasticQuota> objects = new ConcurrentHashMap<>();
    private final AtomicInteger versions = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();

    /** Starts with some objects. */
    public MemoryLedger(Collection<ElasticQuota> quotas) {
        quotas.forEach(this::put);
    }

    private void put(ElasticQuota quota) {
        quota.getMetadata().setResourceVersion(String.valueOf(versions.incrementAndGet()));
        objects.put(QuotaKey.of(quota), quota);
    }

    /** Somebody else changes the object. */
    public synchronized void touch(QuotaKey key) {
        put(changed(objects.get(key), Map.of()));
    }

    /** Successful writes. */
    public int writes() {
        return writes.get();
    }

    @Override
    public Optional<ElasticQuota> read(QuotaKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    @Override
    public Optional<ElasticQuota> readFresh(QuotaKey key) {
        return read(key);
    }

    @Override
    public List<ElasticQuota> namedNow(String name) {
        return named(name);
    }

    @Override
    public synchronized void write(ElasticQuota seen, ResourceAmounts childRequest) {
        ElasticQuota now = objects.get(QuotaKey.of(seen));
        if (!now.getMetadata().getResourceVersion().equals(seen.getMetadata().getResourceVersion())) {
            throw new KubernetesClientException(
                    "the object has been modified",
                    CONFLICT,
                    new StatusBuilder()
                            .withMessage("the object has been modified")
                            .build());
        }
        put(changed(now, Map.of(Annotations.QUOTA_CHILD_REQUEST, AnnotationCodec.write(childRequest.toQuantities()))));
        writes.incrementAndGet();
    }

    private static ElasticQuota changed(ElasticQuota quota, Map<String, String> annotations) {
        ElasticQuota copy = new ElasticQuota();
        copy.setMetadata(new ObjectMetaBuilder(quota.getMetadata())
                .addToAnnotations(annotations)
                .build());
        copy.setSpec(quota.getSpec());
        return copy;
    }

    @Override
    public Optional<ElasticQuota> get(String namespace, String name) {
        return new FixedQuotas(objects.values()).get(namespace, name);
    }

    @Override
    public List<ElasticQuota> named(String name) {
        return new FixedQuotas(objects.values()).named(name);
    }

    @Override
    public Optional<String> boundTo(String namespace) {
        return new FixedQuotas(objects.values()).boundTo(namespace);
    }
}
