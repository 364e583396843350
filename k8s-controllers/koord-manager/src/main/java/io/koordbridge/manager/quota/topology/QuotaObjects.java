package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.quota.ElasticQuota;
import java.util.List;
import java.util.Optional;

/** The ElasticQuota objects of the cluster. */
public interface QuotaObjects {

    /** The object of a namespace and name. */
    Optional<ElasticQuota> get(String namespace, String name);

    /** Objects of a name in any namespace. */
    List<ElasticQuota> named(String name);

    /** Name of the quota that a namespace is bound to by the namespaces annotation; the first one of several. */
    Optional<String> boundTo(String namespace);

    /** Whether pods of a namespace may name a quota by their label; a quota that is not known may be named. */
    boolean serves(String quota, String namespace);
}
