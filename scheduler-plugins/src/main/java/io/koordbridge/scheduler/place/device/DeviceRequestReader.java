package io.koordbridge.scheduler.place.device;

import static io.koordbridge.scheduler.place.device.DeviceNames.FPGA;
import static io.koordbridge.scheduler.place.device.DeviceNames.FPGA_RESOURCE;
import static io.koordbridge.scheduler.place.device.DeviceNames.GPU;
import static io.koordbridge.scheduler.place.device.DeviceNames.GPU_CORE;
import static io.koordbridge.scheduler.place.device.DeviceNames.GPU_MEMORY;
import static io.koordbridge.scheduler.place.device.DeviceNames.GPU_MEMORY_RATIO;
import static io.koordbridge.scheduler.place.device.DeviceNames.GPU_SHARED;
import static io.koordbridge.scheduler.place.device.DeviceNames.NVIDIA_GPU;
import static io.koordbridge.scheduler.place.device.DeviceNames.RDMA;
import static io.koordbridge.scheduler.place.device.DeviceNames.RDMA_RESOURCE;
import static io.koordbridge.scheduler.place.device.DeviceNames.WHOLE;
import static io.koordbridge.scheduler.place.device.DeviceNames.WHOLE_OR_SHARED_GPU;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.pod.DeviceHint;
import io.koordbridge.api.document.pod.DeviceJoint;
import io.koordbridge.api.document.pod.DeviceWishReader;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.device.DeviceRequest.OfType;
import io.koordbridge.scheduler.view.PodShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Requests and annotations of pods to {@link DeviceRequest}. */
@PureCore
final class DeviceRequestReader {

    static final String NOT_WHOLE = "more than one device is asked for in whole devices: ";
    private static final List<String> RESOURCES = List.of(
            WHOLE_OR_SHARED_GPU,
            NVIDIA_GPU,
            GPU_CORE,
            GPU_MEMORY,
            GPU_MEMORY_RATIO,
            GPU_SHARED,
            RDMA_RESOURCE,
            FPGA_RESOURCE);

    private DeviceRequestReader() {}

    /** Names of the resources that ask for devices. */
    static List<String> resources() {
        return RESOURCES;
    }

    static DeviceRequest read(PodShape pod) {
        ResourceVector request = pod.request();
        if (RESOURCES.stream().allMatch(name -> request.get(name) == 0)) {
            return DeviceRequest.NONE;
        }
        Map<String, String> annotations = pod.traits().annotations();
        Decoded<Map<String, DeviceHint>> hints = DeviceWishReader.hints(annotations.get(Annotations.POD_DEVICE_HINT));
        Decoded<DeviceJoint> joint = DeviceWishReader.joint(annotations.get(Annotations.POD_DEVICE_JOINT));
        Optional<WireProblem> unreadable = Stream.of(hints, joint)
                .flatMap(document -> document.problems().stream())
                .findFirst();
        if (unreadable.isPresent()) {
            return DeviceRequest.refused(unreadable.get().message());
        }
        try {
            return read(request, hints.orElse(Map.of()), joint.orElse(DeviceJoint.NONE));
        } catch (IllegalArgumentException unusable) {
            return DeviceRequest.refused(String.valueOf(unusable.getMessage()));
        }
    }

    /** The request without conditions, for a pod whose annotations cannot be read any more; none when it is not valid. */
    static DeviceRequest unconditional(ResourceVector request) {
        try {
            return read(request, Map.of(), DeviceJoint.NONE);
        } catch (IllegalArgumentException unusable) {
            return DeviceRequest.NONE;
        }
    }

    private static DeviceRequest read(ResourceVector request, Map<String, DeviceHint> hints, DeviceJoint joint) {
        SortedMap<String, OfType> types = new TreeMap<>();
        gpus(request, types, wish(hints, GPU));
        simple(request, RDMA, RDMA_RESOURCE, types, wish(hints, RDMA));
        simple(request, FPGA, FPGA_RESOURCE, types, wish(hints, FPGA));
        List<String> together = joint.deviceTypes().stream()
                .filter(type -> types.containsKey(type))
                .toList();
        return new DeviceRequest(types, together, joint.requiredScope().equals("SamePCIe"), "");
    }

    private static Wish wish(Map<String, DeviceHint> hints, String type) {
        DeviceHint hint = hints.get(type);
        return hint == null
                ? Wish.NONE
                : new Wish(
                        hint.selector().matchLabels(),
                        hint.vfSelector() == null ? null : hint.vfSelector().matchLabels(),
                        hint.allocateStrategy(),
                        hint.requiredTopologyScope(),
                        !hint.exclusivePolicy().isEmpty());
    }

    private static void gpus(ResourceVector request, SortedMap<String, OfType> types, Wish wish) {
        long whole = request.get(WHOLE_OR_SHARED_GPU) + request.get(NVIDIA_GPU) * WHOLE;
        long core = whole + request.get(GPU_CORE);
        long ratio = whole + request.get(GPU_MEMORY_RATIO);
        long memory = request.get(GPU_MEMORY);
        long shared = request.get(GPU_SHARED);
        if (core == 0 && ratio == 0 && memory == 0 && shared == 0) {
            return;
        }
        if (ratio > 0 && memory > 0) {
            throw new IllegalArgumentException(GPU_MEMORY + " and a share of the memory are asked for at once");
        }
        int count = shared == 0 ? Math.max(count(core, GPU_CORE), count(ratio, GPU_MEMORY_RATIO)) : limited(shared);
        Map<String, Long> perCard = new HashMap<>();
        put(perCard, GPU_CORE, core, count);
        put(perCard, GPU_MEMORY_RATIO, ratio, count);
        put(perCard, GPU_MEMORY, memory, count);
        if (perCard.getOrDefault(GPU_CORE, 0L) > WHOLE || perCard.getOrDefault(GPU_MEMORY_RATIO, 0L) > WHOLE) {
            throw new IllegalArgumentException(
                    NOT_WHOLE + GPU_CORE + " " + core + ", " + GPU_MEMORY_RATIO + " " + ratio);
        }
        if (shared > 0 && !isEven(core, ratio, memory, shared)) {
            throw new IllegalArgumentException(GPU_SHARED + " " + shared + " spreads " + GPU_CORE + " " + core + ", "
                    + GPU_MEMORY_RATIO + " " + ratio + " and " + GPU_MEMORY + " " + memory
                    + ", allowed are multiples of it, and one of them");
        }
        types.put(GPU, new OfType(ResourceVector.of(perCard), count, wish));
    }

    /** Whether each of several cards gets as much, and something. */
    private static boolean isEven(long core, long ratio, long memory, long shared) {
        return core % shared == 0 && ratio % shared == 0 && (core > 0 || ratio > 0 || memory >= shared);
    }

    private static int limited(long count) {
        return (int) Math.min(count, Integer.MAX_VALUE);
    }

    private static void put(Map<String, Long> perCard, String name, long amount, int count) {
        if (amount > 0) {
            perCard.put(name, amount / count);
        }
    }

    private static int count(long amount, String name) {
        if (amount <= WHOLE) {
            return 1;
        }
        if (amount % WHOLE != 0) {
            throw new IllegalArgumentException(NOT_WHOLE + name + " " + amount);
        }
        return limited(amount / WHOLE);
    }

    private static void simple(
            ResourceVector request, String type, String resource, SortedMap<String, OfType> types, Wish wish) {
        long amount = request.get(resource);
        if (amount == 0) {
            return;
        }
        if (wish.strategy().equals(Wish.REQUESTS_AS_COUNT)) {
            types.put(type, ofType(resource, 1, limited(amount), wish));
            return;
        }
        int count = count(amount, resource);
        types.put(type, ofType(resource, amount / count, count, wish));
    }

    private static OfType ofType(String resource, long perCard, int count, Wish wish) {
        return new OfType(ResourceVector.of(Map.of(resource, perCard)), count, wish);
    }

    /** What a card has to give: a share of its memory in bytes as well, and bytes as a share of its memory. */
    static @Nullable ResourceVector need(OfType request, Card card) {
        ResourceVector perCard = request.perCard();
        long memory = card.total().get(GPU_MEMORY);
        if (!card.type().equals(GPU) || (!perCard.has(GPU_MEMORY) && !perCard.has(GPU_MEMORY_RATIO))) {
            return perCard;
        }
        if (memory == 0) {
            return perCard.has(GPU_MEMORY) ? null : perCard;
        }
        return perCard.has(GPU_MEMORY)
                ? perCard.plus(ResourceVector.of(Map.of(
                        GPU_MEMORY_RATIO, Math.min(WHOLE, (long) ((double) perCard.get(GPU_MEMORY) * WHOLE / memory)))))
                : perCard.plus(ResourceVector.of(Map.of(
                        GPU_MEMORY,
                        memory / WHOLE * perCard.get(GPU_MEMORY_RATIO)
                                + memory % WHOLE * perCard.get(GPU_MEMORY_RATIO) / WHOLE)));
    }
}
