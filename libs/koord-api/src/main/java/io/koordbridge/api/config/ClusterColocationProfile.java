package io.koordbridge.api.config;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** Turns matching pods into colocated pods at admission. */
@Group("config.koordinator.sh")
@Version("v1alpha1")
@Plural("clustercolocationprofiles")
@Singular("clustercolocationprofile")
@JsonIgnoreProperties(ignoreUnknown = true)
public final class ClusterColocationProfile
        extends CustomResource<ClusterColocationProfileSpec, ClusterColocationProfileStatus> {

    private static final long serialVersionUID = 1L;

    /** A profile without a spec matches every pod and changes nothing of its own. */
    @Override
    protected ClusterColocationProfileSpec initSpec() {
        return ClusterColocationProfileSpec.EMPTY;
    }
}
