package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** What the agent of one node has to enforce; the object has the name of the node. */
@Group("slo.koordinator.sh")
@Version("v1alpha1")
@Plural("nodeslos")
@Singular("nodeslo")
@JsonIgnoreProperties(ignoreUnknown = true)
public final class NodeSLO extends CustomResource<NodeSloSpec, NodeSloStatus> {

    private static final long serialVersionUID = 1L;
}
