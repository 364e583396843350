package io.koordbridge.manager.publish;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.capacity.batchresource.ZonePlan;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.kube.write.WriteTries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Writes the batch resources of zones. The object belongs to the node agent: it is read again before each write, and of a zone
 * only the list of resources is replaced.
 */
final class TopologyWriter {

    private static final ResourceDefinitionContext KIND =
            ResourceDefinitionContext.fromResourceType(NodeResourceTopology.class);
    private static final int NOT_FOUND = 404;

    private final ObjectPatcher patcher;

    TopologyWriter(ObjectPatcher patcher) {
        this.patcher = patcher;
    }

    /**
     * Brings the zones to what a plan wants of them.
     *
     * @param plan from the zones as they are on the server
     * @return whether anything was written; an object that went wants nothing
     * @throws KubernetesClientException after the last try
     */
    boolean write(String name, Function<List<Zone>, ZonePlan> plan) {
        Resource<GenericKubernetesResource> topology =
                patcher.client().genericKubernetesResources(KIND).withName(name);
        try {
            return WriteTries.repeat(() -> writeOnce(topology, plan));
        } catch (KubernetesClientException e) {
            if (e.getCode() == NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private boolean writeOnce(Resource<GenericKubernetesResource> topology, Function<List<Zone>, ZonePlan> plan) {
        GenericKubernetesResource fresh = topology.get();
        if (fresh == null) {
            return false;
        }
        List<Zone> shown = new ArrayList<>();
        for (JsonNode zone :
                PlainJson.MAPPER.valueToTree(fresh.getAdditionalProperties()).path("zones")) {
            shown.add(PlainJson.MAPPER.convertValue(zone, Zone.class));
        }
        ZonePlan wanted = plan.apply(shown);
        if (!wanted.changed()) {
            return false;
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < shown.size(); i++) {
            List<ZoneResource> resources = wanted.zones().get(i).resources();
            if (resources != null && !resources.equals(shown.get(i).resources())) {
                values.put("/zones/" + i + "/resources", resources);
            }
        }
        patcher.replaceValues(
                patcher.client().genericKubernetesResources(KIND).resource(fresh),
                values,
                fresh.getMetadata().getResourceVersion());
        return true;
    }
}
