package io.koordbridge.scheduler.place.device;

import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.device.DeviceTopology;
import io.koordbridge.api.device.VirtualFunction;
import io.koordbridge.api.device.VirtualFunctionGroup;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Device objects to {@link NodeDevices}. */
@PureCore
final class NodeDevicesReader {

    /** No card offers more of anything. */
    private static final long MOST = 1L << 50;

    private final List<Card> cards = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final List<String> problems = new ArrayList<>();

    private NodeDevicesReader() {}

    static NodeDevices read(Device object) {
        NodeDevicesReader reader = new NodeDevicesReader();
        List<DeviceInfo> all =
                object.getSpec() == null ? null : object.getSpec().devices();
        Objects.requireNonNullElse(all, List.<DeviceInfo>of()).forEach(reader::add);
        reader.cards.sort(Comparator.comparing(Card::type).thenComparingInt(Card::minor));
        return new NodeDevices(reader.cards, reader.problems);
    }

    private void add(DeviceInfo info) {
        String type = Objects.requireNonNullElse(info.type(), "");
        int minor = Objects.requireNonNullElse(info.minor(), -1);
        String name = "spec.devices: " + type + " " + minor;
        if (type.isEmpty() || minor < 0) {
            problems.add(name + " is left out, each needs a type and a minor from 0");
        } else if (!seen.add(type + "/" + minor)) {
            problems.add(name + " is there twice, the first one counts");
        } else {
            ResourceVector total = total(info, name);
            if (total != null) {
                cards.add(new Card(
                        type,
                        minor,
                        Objects.requireNonNullElse(info.id(), ""),
                        place(info.topology()),
                        Boolean.TRUE.equals(info.health()) ? total : ResourceVector.EMPTY,
                        Objects.requireNonNullElse(info.labels(), Map.of()),
                        functions(info.vfGroups())));
            }
        }
    }

    private @Nullable ResourceVector total(DeviceInfo info, String name) {
        try {
            ResourceVector total = ResourceVector.ofQuantities(info.resources());
            for (Map.Entry<String, Long> one : total.amounts().entrySet()) {
                if (one.getValue() < 0 || one.getValue() > MOST) {
                    problems.add(name + " is left out: " + one.getKey() + " " + one.getValue() + ", allowed are 0 to "
                            + MOST);
                    return null;
                }
            }
            return total;
        } catch (IllegalArgumentException | ArithmeticException notANumber) {
            problems.add(name + " is left out: " + notANumber.getMessage());
            return null;
        }
    }

    private static Card.@Nullable Place place(@Nullable DeviceTopology topology) {
        return topology == null
                ? null
                : new Card.Place(
                        Objects.requireNonNullElse(topology.nodeID(), Card.ANY_NUMA_NODE),
                        Objects.requireNonNullElse(topology.pcieID(), ""));
    }

    private static List<Card.Function> functions(@Nullable List<VirtualFunctionGroup> groups) {
        List<Card.Function> functions = new ArrayList<>();
        for (VirtualFunctionGroup group : Objects.requireNonNullElse(groups, List.<VirtualFunctionGroup>of())) {
            for (VirtualFunction one : Objects.requireNonNullElse(group.vfs(), List.<VirtualFunction>of())) {
                functions.add(new Card.Function(
                        Objects.requireNonNullElse(one.busID(), ""),
                        Objects.requireNonNullElse(one.minor(), 0),
                        Objects.requireNonNullElse(group.labels(), Map.of())));
            }
        }
        functions.sort(Comparator.comparing(Card.Function::busId));
        return functions;
    }
}
