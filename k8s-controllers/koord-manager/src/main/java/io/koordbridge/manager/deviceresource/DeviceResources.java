package io.koordbridge.manager.deviceresource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.quantity.ExactQuantity.Form;
import io.koordbridge.manager.deviceresource.DeviceOutcome.Counts;
import io.koordbridge.manager.deviceresource.DeviceOutcome.Reason;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Resources of a node's devices; manager specification section 8.8. */
@PureCore
public final class DeviceResources {

    /** Resources of GPUs that a node may show. */
    public static final List<String> GPU_RESOURCES = List.of(
            ResourceNames.GPU,
            ResourceNames.GPU_CORE,
            ResourceNames.GPU_MEMORY,
            ResourceNames.GPU_MEMORY_RATIO,
            ResourceNames.GPU_SHARED,
            ResourceNames.NPU_CORE,
            ResourceNames.NPU_CPU,
            ResourceNames.NPU_DVPP);
    /** Resources of RDMA cards that a node may show. */
    public static final List<String> RDMA_RESOURCES = List.of(ResourceNames.RDMA);
    /** Labels that a node takes over from its Device. */
    public static final List<String> GPU_LABELS =
            List.of(Labels.GPU_VENDOR, Labels.GPU_MODEL, Labels.GPU_DRIVER_VERSION);

    private static final String TYPE_GPU = "gpu";
    private static final String TYPE_RDMA = "rdma";
    private static final String NVIDIA = "nvidia";
    private static final long UNITS_PER_CARD = 100;

    private DeviceResources() {}

    /**
     * GPUs.
     *
     * @param device null when the node has no such object
     * @param showShared whether the node shows how often its cards can be shared
     */
    public static DeviceOutcome gpu(@Nullable Device device, boolean showShared) {
        List<DeviceInfo> healthy = healthy(device, TYPE_GPU);
        Counts counts = new Counts(healthy.size(), ofType(device, TYPE_GPU).size() - healthy.size());
        if (device == null || healthy.isEmpty()) {
            return without(device, GPU_RESOURCES, counts);
        }
        List<String> problems = new ArrayList<>();
        Map<String, ExactQuantity> sum = new TreeMap<>();
        for (DeviceInfo card : healthy) {
            add(sum, card, problems);
        }
        Map<String, String> labels = labels(device);
        String vendor = labels.getOrDefault(Labels.GPU_VENDOR, "");
        ExactQuantity none = ExactQuantity.ofValue(0, Form.DECIMAL);
        if (vendor.isEmpty() || vendor.equals(NVIDIA)) {
            sum.put(ResourceNames.GPU, sum.getOrDefault(ResourceNames.GPU_CORE, none));
        }
        if (showShared) {
            sum.put(ResourceNames.GPU_SHARED, ExactQuantity.ofValue(UNITS_PER_CARD * healthy.size(), Form.DECIMAL));
        }
        Map<String, Quantity> resources = new TreeMap<>();
        sum.forEach((name, amount) -> resources.put(name, amount.toQuantity()));
        return new DeviceOutcome(Reason.CALCULATED, resources, labels, GPU_RESOURCES, counts, problems);
    }

    /**
     * RDMA cards.
     *
     * @param device null when the node has no such object
     */
    public static DeviceOutcome rdma(@Nullable Device device) {
        int healthy = healthy(device, TYPE_RDMA).size();
        Counts counts = new Counts(healthy, ofType(device, TYPE_RDMA).size() - healthy);
        if (healthy == 0) {
            return without(device, RDMA_RESOURCES, counts);
        }
        Quantity amount =
                ExactQuantity.ofValue(UNITS_PER_CARD * healthy, Form.DECIMAL).toQuantity();
        return new DeviceOutcome(
                Reason.CALCULATED, Map.of(ResourceNames.RDMA, amount), Map.of(), RDMA_RESOURCES, counts, List.of());
    }

    /** Whether a label of the prepared node is worth a write of the node's metadata. */
    public static boolean metaCheck(Map<String, String> shown, Map<String, String> prepared) {
        return GPU_LABELS.stream().anyMatch(key -> !shown.getOrDefault(key, "").equals(prepared.getOrDefault(key, "")));
    }

    private static DeviceOutcome without(@Nullable Device device, List<String> known, Counts counts) {
        Reason reason = device == null ? Reason.DEVICE_MISSING : Reason.NO_HEALTHY_DEVICE;
        return new DeviceOutcome(reason, Map.of(), Map.of(), known, counts, List.of());
    }

    private static List<DeviceInfo> healthy(@Nullable Device device, String type) {
        return ofType(device, type).stream()
                .filter(one -> Boolean.TRUE.equals(one.health()))
                .toList();
    }

    private static List<DeviceInfo> ofType(@Nullable Device device, String type) {
        List<DeviceInfo> all = device == null || device.getSpec() == null
                ? null
                : device.getSpec().devices();
        return all == null
                ? List.of()
                : all.stream().filter(one -> type.equals(one.type())).toList();
    }

    private static void add(Map<String, ExactQuantity> sum, DeviceInfo card, List<String> problems) {
        Map<String, Quantity> resources = card.resources() == null ? Map.of() : card.resources();
        for (String name : GPU_RESOURCES) {
            Quantity quantity = resources.get(name);
            Optional<ExactQuantity> amount =
                    quantity == null ? Optional.empty() : ExactQuantity.parse(quantity.toString());
            if (amount.isPresent()) {
                sum.merge(name, amount.get(), ExactQuantity::plus);
            } else if (quantity != null) {
                problems.add("device " + card.id() + ": " + name + " = " + quantity + ", allowed: a quantity");
            }
        }
    }

    private static Map<String, String> labels(Device device) {
        Map<String, String> all = device.getMetadata().getLabels();
        Map<String, String> taken = new TreeMap<>();
        for (String key : all == null ? List.<String>of() : GPU_LABELS) {
            String value = all.get(key);
            if (value != null) {
                taken.put(key, value);
            }
        }
        return taken;
    }
}
