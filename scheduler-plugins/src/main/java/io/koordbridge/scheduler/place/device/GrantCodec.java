package io.koordbridge.scheduler.place.device;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.pod.AllocatedDevice;
import io.koordbridge.api.document.pod.AllocatedDevice.Extension;
import io.koordbridge.api.document.pod.AllocatedDevice.VirtualFunction;
import io.koordbridge.api.document.pod.DeviceAllocatedReader;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** The annotation device-allocated: devices by type. */
@PureCore
final class GrantCodec {

    private GrantCodec() {}

    /** Devices by type; none when the text cannot be read. */
    static SortedMap<String, List<Grant>> read(String text) {
        SortedMap<String, List<Grant>> grants = new TreeMap<>();
        DeviceAllocatedReader.read(text)
                .found()
                .ifPresent(devices -> devices.forEach((type, list) ->
                        grants.put(type, list.stream().map(GrantCodec::grant).toList())));
        return grants;
    }

    private static Grant grant(AllocatedDevice device) {
        return new Grant(
                Objects.requireNonNullElse(device.minor(), -1),
                Objects.requireNonNullElse(device.id(), ""),
                ResourceVector.ofQuantities(device.resources()),
                device.functions().stream()
                        .map(one -> new Card.Function(
                                Objects.requireNonNullElse(one.busID(), ""),
                                Objects.requireNonNullElse(one.minor(), 0),
                                Map.of()))
                        .toList());
    }

    static String write(Map<String, List<Grant>> grants) {
        Map<String, List<AllocatedDevice>> document = new TreeMap<>();
        grants.forEach((type, list) ->
                document.put(type, list.stream().map(GrantCodec::device).toList()));
        return AnnotationCodec.write(document);
    }

    private static AllocatedDevice device(Grant grant) {
        Map<String, Quantity> resources = new TreeMap<>();
        grant.amounts().amounts().forEach((name, amount) -> resources.put(name, new Quantity(Long.toString(amount))));
        return new AllocatedDevice(
                grant.minor(),
                grant.id().isEmpty() ? null : grant.id(),
                resources,
                grant.functions().isEmpty()
                        ? null
                        : new Extension(grant.functions().stream()
                                .map(one -> new VirtualFunction(one.minor(), one.busId()))
                                .toList()));
    }
}
