package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.device.Device;
import io.koordbridge.capacity.deviceresource.DeviceResources;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code manager/device-resource}: GPU and RDMA resources and labels of the prepared node. */
public final class DeviceResourceSuite implements SuiteAdapter {

    private static final Set<String> OTHERS = Set.of("cpu", "memory", "pods");

    @Override
    public String suite() {
        return "manager/device-resource";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Node node = Json.as(input.get("node"), Node.class);
        Device device = input.hasNonNull("device") ? Json.as(input.get("device"), Device.class) : null;

        NodePreparation preparation = DeviceResources.gpu(device, showsSharedGpus(input))
                .preparation()
                .and(DeviceResources.rdma(device).preparation());

        ObjectNode out = Json.MAPPER.createObjectNode();
        ObjectNode allocatable = out.putObject("allocatable");
        Map<String, Quantity> shown =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        preparation.preparedResources(shown == null ? Map.of() : shown).forEach((name, quantity) -> {
            if (!OTHERS.contains(name)) {
                allocatable.put(name, quantity.toString());
            }
        });
        ObjectNode labels = out.putObject("labels");
        preparation
                .preparedLabels(ColocationConfigSuite.texts(
                        input.path("node").path("metadata").path("labels")))
                .forEach(labels::put);
        return out;
    }

    /** The gate of this case, off unless it is listed. */
    static boolean showsSharedGpus(JsonNode input) {
        return input.path("featureGates").path("EnableSyncGPUSharedResource").asBoolean();
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(expect, actual, field -> field.equals("allocatable"));
    }
}
