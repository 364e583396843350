package io.koordbridge.manager.quota.topology;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.protocol.PureCore;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the nodes of a quota tree through the profile that names the tree. */
@PureCore
public final class QuotaTreeNodes {

    private static final Comparator<ElasticQuotaProfile> BY_NAME = Comparator.comparing(
                    (ElasticQuotaProfile profile) -> profile.getMetadata().getNamespace(),
                    Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(profile -> profile.getMetadata().getName());

    private QuotaTreeNodes() {}

    /**
     * Selector of the nodes that the tree of a pod's quota consists of.
     *
     * @param quotaName quota that the pod names, empty when it names none
     * @param namespace of the pod; also the name of a quota for pods that name none
     * @return empty when the pod has no quota, the quota no tree, or no profile says which nodes
     */
    public static Optional<LabelSelector> selector(
            QuotaTopology topology, Collection<ElasticQuotaProfile> profiles, String quotaName, String namespace) {
        return topology.find(quotaName.isEmpty() ? namespace : quotaName, namespace)
                .map(QuotaInfo::treeId)
                .filter(treeId -> !treeId.isEmpty())
                .flatMap(treeId -> profiles.stream()
                        .filter(profile -> treeId.equals(QuotaDocuments.treeId(profile)))
                        .min(BY_NAME))
                .flatMap(profile -> Optional.ofNullable(profile.getSpec()))
                .flatMap(spec -> Optional.ofNullable(spec.nodeSelector()));
    }
}
