package io.koordbridge.descheduler.watch;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A CloneSet of OpenKruise; read is its size only. */
@Group("apps.kruise.io")
@Version("v1alpha1")
@Kind("CloneSet")
@Plural("clonesets")
@JsonIgnoreProperties(ignoreUnknown = true)
final class KruiseCloneSet extends CustomResource<KruiseSize, Void> {

    private static final long serialVersionUID = 1L;
}
