package io.koordbridge.koordlet.nodetopology;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One zone for each NUMA node: its CPUs, memory and huge pages. */
@PureCore
final class ZoneCalculator {

    static final String TYPE = "Node";

    private static final long MILLI = 1000;

    private ZoneCalculator() {}

    static List<Zone> zones(TopologyInput in) {
        Map<Integer, Long> cpus = in.machine().processors().stream()
                .collect(Collectors.groupingBy(Processor::numaNode, TreeMap::new, Collectors.counting()));
        List<MachineFacts.NumaMemory> memory = in.machine().memory();
        if (cpus.size() != memory.size()) {
            throw new IllegalArgumentException(
                    "CPUs are on " + cpus.size() + " NUMA nodes, memory is on " + memory.size());
        }
        NodeFacts.Layout layout = in.node().layout();
        long keptMilliCpu = 0;
        long keptMilliBytes = 0;
        if (layout.numaReservation().filter("true"::equals).isPresent()) {
            keptMilliCpu = ceil(layout.keptBack().milliCpu(), memory.size());
            keptMilliBytes = ceil(layout.keptBack().bytes() * MILLI, memory.size());
        }
        List<Zone> zones = new ArrayList<>();
        for (MachineFacts.NumaMemory one : memory) {
            long milliCpu = cpus.getOrDefault(one.node(), 0L) * MILLI;
            long milliBytes = one.ordinaryBytes() * MILLI;
            List<ZoneResource> resources = new ArrayList<>();
            resources.add(resource(
                    ResourceNames.CPU,
                    Quantities.ofMilli(milliCpu),
                    Quantities.ofMilli(Math.max(0, milliCpu - keptMilliCpu))));
            resources.add(resource(
                    ResourceNames.MEMORY, memory(milliBytes), memory(Math.max(0, milliBytes - keptMilliBytes))));
            addHugePages(resources, "hugepages-2Mi", one.smallHugePages());
            addHugePages(resources, "hugepages-1Gi", one.largeHugePages());
            zones.add(new Zone("node-" + one.node(), TYPE, null, resources));
        }
        return zones;
    }

    private static long ceil(long amount, int parts) {
        return (amount + parts - 1) / parts;
    }

    private static void addHugePages(List<ZoneResource> resources, String name, long bytes) {
        Quantity amount = Quantities.ofBytes(bytes);
        resources.add(resource(name, amount, amount));
    }

    private static ZoneResource resource(String name, Quantity capacity, Quantity allocatable) {
        return new ZoneResource(name, capacity, allocatable, allocatable);
    }

    private static Quantity memory(long milliBytes) {
        return milliBytes % MILLI == 0 ? Quantities.ofBytes(milliBytes / MILLI) : new Quantity(milliBytes + "m");
    }
}
