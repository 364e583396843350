package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.device.DeviceRequest.OfType;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds what annotation device-allocated says of a placed pod against what the pod requests: whoever may write pods may write it as well. A
 * scheduler never gives more cards, larger shares or other types, so a larger value is forged and nothing of it counts.
 */
@PureCore
final class GrantBound {

    private GrantBound() {}

    /** What the pod holds; nothing where its annotation is absent, cannot be read or says more than it requests. */
    static SortedMap<String, List<Grant>> grants(PodFacts pod, @Nullable NodeDevices devices) {
        String text = pod.traits().annotations().get(Annotations.POD_DEVICE_ALLOCATED);
        if (text == null) {
            return new TreeMap<>();
        }
        SortedMap<String, List<Grant>> written = GrantCodec.read(text);
        DeviceRequest request = request(pod.shape());
        SortedMap<String, List<Grant>> grants = new TreeMap<>();
        if (excess(request, written).isEmpty()) {
            written.forEach((type, list) -> {
                OfType wanted = Objects.requireNonNull(request.types().get(type));
                grants.put(
                        type,
                        list.stream()
                                .map(grant -> counted(wanted, type, grant, devices))
                                .toList());
            });
        }
        return grants;
    }

    /** Why the grants cannot be a scheduler's, empty when they can. */
    static String excess(PodShape pod, Map<String, List<Grant>> grants) {
        return excess(request(pod), grants);
    }

    private static DeviceRequest request(PodShape pod) {
        DeviceRequest request = DeviceRequestReader.read(pod);
        return request.problem().isEmpty() ? request : DeviceRequestReader.unconditional(pod.request());
    }

    private static String excess(DeviceRequest request, Map<String, List<Grant>> grants) {
        for (Map.Entry<String, List<Grant>> one : grants.entrySet()) {
            OfType wanted = request.types().get(one.getKey());
            List<Grant> list = one.getValue();
            long most = wanted == null ? 0 : most(request, one.getKey(), wanted, grants);
            if (wanted == null || list.size() > most) {
                return one.getKey() + ": it names " + list.size() + " devices, and the pod requests " + most;
            }
            String more = amounts(one.getKey(), wanted, list);
            if (!more.isEmpty()) {
                return more;
            }
        }
        return "";
    }

    /** As many as it asks for; of a type that follows another one as many as there are switches of that. */
    private static long most(DeviceRequest request, String type, OfType wanted, Map<String, List<Grant>> grants) {
        if (wanted.wish().strategy().equals(Wish.APPLY_FOR_ALL)) {
            return Integer.MAX_VALUE;
        }
        boolean follows = request.samePcie() && request.joint().indexOf(type) > 0;
        int first =
                follows ? grants.getOrDefault(request.joint().get(0), List.of()).size() : 0;
        return Math.max(wanted.count(), first);
    }

    private static String amounts(String type, OfType wanted, List<Grant> list) {
        ResourceVector sum = ResourceVector.EMPTY;
        for (Grant grant : list) {
            if (grant.functions().size() > 1) {
                return type + " " + grant.minor() + ": it names "
                        + grant.functions().size() + " virtual functions, allowed is 1";
            }
            sum = sum.plus(grant.amounts());
        }
        for (String name : sum.names()) {
            long allowed = allowed(wanted, name, list.size());
            if (!isDerived(type, name, wanted) && sum.get(name) > allowed) {
                return name + " of its devices is " + sum.get(name) + " in sum, and the pod requests " + allowed;
            }
        }
        return "";
    }

    /** On as many devices; what does not divide evenly may have gone to one of them. */
    private static long allowed(OfType wanted, String name, int devices) {
        long each = wanted.perCard().get(name);
        long count = Math.max(wanted.count(), devices);
        return each == 0 ? 0 : Math.min(each, Long.MAX_VALUE / 2 / count) * count + wanted.count() - 1;
    }

    /** Whether the amount follows from a requested one and the card: bytes of memory from its share and the other way round. */
    private static boolean isDerived(String type, String name, OfType wanted) {
        boolean memory = name.equals(DeviceNames.GPU_MEMORY) || name.equals(DeviceNames.GPU_MEMORY_RATIO);
        return memory
                && type.equals(DeviceNames.GPU)
                && !wanted.perCard().has(name)
                && (wanted.perCard().has(DeviceNames.GPU_MEMORY)
                        || wanted.perCard().has(DeviceNames.GPU_MEMORY_RATIO));
    }

    /** With the derived amount as the card gives it; what is written does not count. */
    private static Grant counted(OfType wanted, String type, Grant grant, @Nullable NodeDevices devices) {
        ResourceVector requested = grant.amounts().masked(wanted.perCard());
        ResourceVector amounts = devices == null
                ? requested
                : devices.ofType(type)
                        .filter(card -> card.minor() == grant.minor())
                        .findFirst()
                        .map(card -> DeviceRequestReader.need(new OfType(requested, 1, wanted.wish()), card))
                        .orElse(requested);
        return new Grant(grant.minor(), grant.id(), amounts, grant.functions());
    }
}
