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

/** One zone for each NUMA node: its CPUs, memory and huge pages; what is reserved comes from the zones that have some. */
@PureCore
final class ZoneCalculator {

    static final String TYPE = "Node";

    private static final long MILLI = 1000;

    private ZoneCalculator() {}

    /** Zones by the number of their NUMA node. A node without CPUs, or one without memory, is a zone with 0 of it. */
    static List<Zone> zones(TopologyInput in) {
        Map<Integer, Long> cpus = in.machine().processors().stream()
                .collect(Collectors.groupingBy(Processor::numaNode, TreeMap::new, Collectors.counting()));
        Map<Integer, MachineFacts.NumaMemory> memory = new TreeMap<>();
        cpus.keySet().forEach(node -> memory.put(node, new MachineFacts.NumaMemory(node, 0, 0, 0)));
        in.machine().memory().forEach(one -> memory.put(one.node(), one));
        NodeFacts.Layout layout = in.node().layout();
        long keptMilliCpu = 0;
        long keptMilliBytes = 0;
        if (layout.numaReservation().filter("true"::equals).isPresent()) {
            long withMemory =
                    memory.values().stream().filter(one -> one.bytes() > 0).count();
            keptMilliCpu = ceil(layout.keptBack().milliCpu(), cpus.size());
            keptMilliBytes = ceil(layout.keptBack().bytes() * MILLI, withMemory);
        }
        List<Zone> zones = new ArrayList<>();
        for (MachineFacts.NumaMemory one : memory.values()) {
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

    private static long ceil(long amount, long parts) {
        long some = Math.max(1, parts);
        return (amount + some - 1) / some;
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
