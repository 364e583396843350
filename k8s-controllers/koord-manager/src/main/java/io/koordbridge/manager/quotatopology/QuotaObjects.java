package io.koordbridge.manager.quotatopology;

import io.koordbridge.api.quota.ElasticQuota;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The ElasticQuota objects of the cluster. */
public interface QuotaObjects {

    /** The object of a namespace and name. */
    Optional<ElasticQuota> get(String namespace, String name);

    /** Objects of a name in any namespace. */
    List<ElasticQuota> named(String name);

    /** Objects whose namespaces annotation holds a namespace. */
    List<ElasticQuota> boundTo(String namespace);

    /** A fixed set of objects. */
    static QuotaObjects of(Collection<ElasticQuota> quotas) {
        List<ElasticQuota> all = List.copyOf(quotas);
        return new QuotaObjects() {
            @Override
            public Optional<ElasticQuota> get(String namespace, String name) {
                return named(name).stream()
                        .filter(quota -> namespace.equals(quota.getMetadata().getNamespace()))
                        .findFirst();
            }

            @Override
            public List<ElasticQuota> named(String name) {
                return all.stream()
                        .filter(quota -> name.equals(quota.getMetadata().getName()))
                        .toList();
            }

            @Override
            public List<ElasticQuota> boundTo(String namespace) {
                return all.stream()
                        .filter(quota -> QuotaAnnotations.namespaces(quota).contains(namespace))
                        .toList();
            }
        };
    }
}
