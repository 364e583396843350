package io.koordbridge.capacity.deviceresource;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.quantity.ExactQuantity.Form;
import io.koordbridge.capacity.deviceresource.DeviceOutcome.Counts;
import io.koordbridge.capacity.deviceresource.DeviceOutcome.Reason;
import io.koordbridge.capacity.deviceresource.DeviceOutcome.Share;
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
        Sums sums = new Sums();
        healthy.forEach(sums::add);
        Map<String, String> labels = labels(device);
        String vendor = labels.getOrDefault(Labels.GPU_VENDOR, "");
        if (vendor.isEmpty() || vendor.equals(NVIDIA)) {
            sums.replaceByCores();
        }
        if (showShared) {
            sums.replaceByCards(ResourceNames.GPU_SHARED, healthy);
        }
        return new DeviceOutcome(
                Reason.CALCULATED, sums.resources(), labels, GPU_RESOURCES, counts, sums.problems, sums.shares);
    }

    /**
     * RDMA cards.
     *
     * @param device null when the node has no such object
     */
    public static DeviceOutcome rdma(@Nullable Device device) {
        List<DeviceInfo> healthy = healthy(device, TYPE_RDMA);
        Counts counts = new Counts(healthy.size(), ofType(device, TYPE_RDMA).size() - healthy.size());
        if (healthy.isEmpty()) {
            return without(device, RDMA_RESOURCES, counts);
        }
        Sums sums = new Sums();
        sums.replaceByCards(ResourceNames.RDMA, healthy);
        return new DeviceOutcome(
                Reason.CALCULATED, sums.resources(), Map.of(), RDMA_RESOURCES, counts, List.of(), sums.shares);
    }

    /** Whether a label of the prepared node is worth a write of the node's metadata. */
    public static boolean metaCheck(Map<String, String> shown, Map<String, String> prepared) {
        return GPU_LABELS.stream().anyMatch(key -> !shown.getOrDefault(key, "").equals(prepared.getOrDefault(key, "")));
    }

    private static DeviceOutcome without(@Nullable Device device, List<String> known, Counts counts) {
        Reason reason = device == null ? Reason.DEVICE_MISSING : Reason.NO_HEALTHY_DEVICE;
        return new DeviceOutcome(reason, Map.of(), Map.of(), known, counts, List.of(), List.of());
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

    /** Resources while they are added up, with what each is made of. */
    private static final class Sums {

        private final Map<String, ExactQuantity> amounts = new TreeMap<>();
        private final List<Share> shares = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        void add(DeviceInfo card) {
            Map<String, Quantity> resources = orEmpty(card.resources());
            for (String name : GPU_RESOURCES) {
                Quantity quantity = resources.get(name);
                Optional<ExactQuantity> amount =
                        quantity == null ? Optional.empty() : ExactQuantity.parse(quantity.toString());
                if (amount.isPresent()) {
                    add(name, words(card), amount.get(), "spec.devices resources of " + card.id());
                } else if (quantity != null) {
                    problems.add("device " + card.id() + ": " + name + " = " + quantity + ", allowed: a quantity");
                }
            }
        }

        /** What a card says of whole GPUs does not count. */
        void replaceByCores() {
            ExactQuantity cores = amounts.getOrDefault(ResourceNames.GPU_CORE, ExactQuantity.ofValue(0, Form.DECIMAL));
            forget(ResourceNames.GPU);
            add(ResourceNames.GPU, "like " + ResourceNames.GPU_CORE, cores, "vendor nvidia or none");
        }

        void replaceByCards(String name, List<DeviceInfo> cards) {
            forget(name);
            for (DeviceInfo card : cards) {
                add(
                        name,
                        words(card),
                        ExactQuantity.ofValue(UNITS_PER_CARD, Form.DECIMAL),
                        "100 for each healthy card");
            }
        }

        Map<String, Quantity> resources() {
            Map<String, Quantity> resources = new TreeMap<>();
            amounts.forEach((name, amount) -> resources.put(name, amount.toQuantity()));
            return resources;
        }

        private void add(String name, String part, ExactQuantity amount, String source) {
            amounts.merge(name, amount, ExactQuantity::plus);
            shares.add(new Share(name, part, amount.amount(), source));
        }

        private void forget(String name) {
            amounts.remove(name);
            shares.removeIf(share -> share.resource().equals(name));
        }

        private static String words(DeviceInfo card) {
            return card.type() + " " + (card.minor() == null ? card.id() : card.minor());
        }
    }
}
