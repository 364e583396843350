package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.quota.ElasticQuota;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A fixed set of objects. */
public record FixedQuotas(Collection<ElasticQuota> quotas) implements QuotaObjects {

    public FixedQuotas {
        quotas = List.copyOf(quotas);
    }

    @Override
    public Optional<ElasticQuota> get(String namespace, String name) {
        return named(name).stream()
                .filter(quota -> namespace.equals(quota.getMetadata().getNamespace()))
                .findFirst();
    }

    @Override
    public List<ElasticQuota> named(String name) {
        return quotas.stream()
                .filter(quota -> name.equals(quota.getMetadata().getName()))
                .toList();
    }

    @Override
    public boolean serves(String quota, String namespace) {
        return named(quota).stream().allMatch(one -> QuotaInfo.of(one).serves(namespace));
    }

    @Override
    public Optional<String> boundTo(String namespace) {
        return quotas.stream()
                .filter(quota -> QuotaInfo.of(quota).namespaces().contains(namespace))
                .map(quota -> quota.getMetadata().getName())
                .min(Comparator.naturalOrder());
    }
}
