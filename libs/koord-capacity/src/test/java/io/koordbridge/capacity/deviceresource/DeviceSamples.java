package io.koordbridge.capacity.deviceresource;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.device.DeviceSpec;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;

/** Device objects for tests. */
final class DeviceSamples {

    private DeviceSamples() {}

    static DeviceInfo gpu(boolean healthy, String core) {
        return new DeviceInfo(
                "gpu",
                null,
                "id",
                0,
                null,
                healthy,
                Map.of(ResourceNames.GPU_CORE, new Quantity(core)),
                null,
                null,
                null);
    }

    static Device device(Map<String, String> labels, DeviceInfo... cards) {
        Device device = new Device();
        device.setMetadata(
                new ObjectMetaBuilder().withName("n").withLabels(labels).build());
        device.setSpec(new DeviceSpec(List.of(cards)));
        return device;
    }
}
