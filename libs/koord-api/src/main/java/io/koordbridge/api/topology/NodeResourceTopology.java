package io.koordbridge.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.crd.generator.annotation.Annotations;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CPU and NUMA layout of one node; the object has the name of the node. */
@Group("topology.node.k8s.io")
@Version("v1alpha1")
@Plural("noderesourcetopologies")
@Singular("noderesourcetopology")
@ShortNames("node-res-topo")
// An API server refuses a definition in a *.k8s.io group that does not name its review.
@Annotations("api-approved.kubernetes.io=https://github.com/kubernetes/enhancements/pull/1870")
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class NodeResourceTopology extends CustomResource<Void, Void> {

    private static final long serialVersionUID = 1L;

    private @Nullable List<String> topologyPolicies;
    private @Nullable List<Zone> zones;

    public @Nullable List<String> getTopologyPolicies() {
        return topologyPolicies;
    }

    public void setTopologyPolicies(@Nullable List<String> topologyPolicies) {
        this.topologyPolicies = topologyPolicies;
    }

    public @Nullable List<Zone> getZones() {
        return zones;
    }

    public void setZones(@Nullable List<Zone> zones) {
        this.zones = zones;
    }
}
