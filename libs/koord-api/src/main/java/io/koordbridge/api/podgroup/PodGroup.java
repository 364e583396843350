package io.koordbridge.api.podgroup;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.crd.generator.annotation.Annotations;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** Pods that are placed together or not at all. */
@Group("scheduling.sigs.k8s.io")
@Version("v1alpha1")
@Plural("podgroups")
@Singular("podgroup")
@ShortNames({"pg", "pgs"})
// An API server refuses a definition in a *.k8s.io group that does not name its review.
@Annotations("api-approved.kubernetes.io=https://github.com/kubernetes-sigs/scheduler-plugins/pull/50")
@JsonIgnoreProperties(ignoreUnknown = true)
public final class PodGroup extends CustomResource<PodGroupSpec, PodGroupStatus> implements Namespaced {

    private static final long serialVersionUID = 1L;
}
