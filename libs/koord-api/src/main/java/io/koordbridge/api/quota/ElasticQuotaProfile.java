package io.koordbridge.api.quota;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** Keeps the root quota of a tree as large as a set of nodes. */
@Group("quota.koordinator.sh")
@Version("v1alpha1")
@Plural("elasticquotaprofiles")
@Singular("elasticquotaprofile")
@ShortNames("eqp")
@JsonIgnoreProperties(ignoreUnknown = true)
public final class ElasticQuotaProfile extends CustomResource<ElasticQuotaProfileSpec, ElasticQuotaProfileStatus>
        implements Namespaced {

    private static final long serialVersionUID = 1L;
}
