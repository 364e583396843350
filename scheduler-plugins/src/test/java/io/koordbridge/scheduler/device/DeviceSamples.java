package io.koordbridge.scheduler.device;

import io.koordbridge.scheduler.resource.ResourceVector;
import io.koordbridge.scheduler.view.ClusterLedger;
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
}
