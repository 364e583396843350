package io.koordbridge.scheduler.place.device;

import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.ClusterLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Devices for tests of other packages. */
public final class DeviceSamples {

    private DeviceSamples() {}

    /** The node has this many GPUs. */
    public static void gpus(ClusterLedger ledger, String node, int count) {
        List<Card> cards = IntStream.range(0, count)
                .mapToObj(minor -> new Card(
                        DeviceNames.GPU,
                        minor,
                        "",
                        null,
                        ResourceVector.of(Map.of(
                                DeviceNames.GPU_CORE, 100L,
                                DeviceNames.GPU_MEMORY_RATIO, 100L,
                                DeviceNames.GPU_MEMORY, 1L << 30)),
                        Map.of(),
                        List.of()))
                .toList();
        ledger.objectSeen(node, NodeDevices.class, count == 0 ? null : new NodeDevices(cards, List.of()));
    }

    /** The node has four GPUs and four RDMA cards with a virtual function each on two NUMA nodes, and an FPGA anywhere. */
    public static void mixed(ClusterLedger ledger, String node) {
        List<Card> cards = new ArrayList<>();
        for (int minor = 0; minor < 4; minor++) {
            Card.Place place = new Card.Place(minor / 2, "p" + minor / 2);
            cards.add(new Card(
                    DeviceNames.GPU,
                    minor,
                    "",
                    place,
                    ResourceVector.of(Map.of(
                            DeviceNames.GPU_CORE, 100L,
                            DeviceNames.GPU_MEMORY_RATIO, 100L,
                            DeviceNames.GPU_MEMORY, (16L << 30) + 7)),
                    Map.of(),
                    List.of()));
            cards.add(new Card(
                    DeviceNames.RDMA,
                    minor,
                    "",
                    place,
                    ResourceVector.of(Map.of(DeviceNames.RDMA_RESOURCE, 100L)),
                    Map.of(),
                    List.of(new Card.Function("bus-" + minor, minor, Map.of()))));
        }
        cards.add(new Card(
                DeviceNames.FPGA,
                0,
                "",
                null,
                ResourceVector.of(Map.of(DeviceNames.FPGA_RESOURCE, 100L)),
                Map.of(),
                List.of()));
        ledger.objectSeen(node, NodeDevices.class, new NodeDevices(cards, List.of()));
    }
}
