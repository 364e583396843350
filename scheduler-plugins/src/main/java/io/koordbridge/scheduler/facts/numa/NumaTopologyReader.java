package io.koordbridge.scheduler.facts.numa;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.api.document.node.NodeReservationDocument;
import io.koordbridge.api.document.node.ReservedResources;
import io.koordbridge.api.document.node.SystemQosDocument;
import io.koordbridge.api.document.node.SystemQosDocument.SystemCpus;
import io.koordbridge.api.document.node.TopologyDocuments;
import io.koordbridge.api.document.node.TopologyDocuments.KubeletCpus;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.cpus.CpuLayout;
import io.koordbridge.scheduler.facts.cpus.LogicalCpu;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** NodeResourceTopology objects to {@link NumaTopology}. A part that cannot be read is left out and named as a problem. */
@PureCore
public final class NumaTopologyReader {

    private static final Pattern ZONE_NAME = Pattern.compile("node-([0-9]{1,9})");
    private static final String ZONE_TYPE = "Node";
    private static final long MILLI_PER_CPU = 1000;

    private final NodeResourceTopology object;
    private final List<String> problems = new ArrayList<>();

    private NumaTopologyReader(NodeResourceTopology object) {
        this.object = object;
    }

    /** Reads one object. */
    public static NumaTopology read(NodeResourceTopology object) {
        return new NumaTopologyReader(object).read();
    }

    private NumaTopology read() {
        CpuLayout layout =
                CpuLayout.of(rest(TopologyDocuments.cpus(text(Annotations.NRT_CPU_TOPOLOGY)), List.of()).stream()
                        .map(cpu -> new LogicalCpu(cpu.id(), cpu.core(), cpu.socket(), cpu.node()))
                        .toList());
        Optional<KubeletCpus> kubelet =
                found(TopologyDocuments.kubelet(text(Annotations.NRT_KUBELET_CPU_MANAGER_POLICY)));
        CpuSet reserved = rest(TopologyDocuments.cpusOfKubeletPods(text(Annotations.NRT_POD_CPU_ALLOCS)), CpuSet.EMPTY)
                .union(kubelet.map(KubeletCpus::reserved).orElse(CpuSet.EMPTY))
                .union(rest(
                        NodeReservationDocument.read(text(Annotations.NODE_RESERVATION))
                                .map(ReservedResources::cpus),
                        CpuSet.EMPTY))
                .union(rest(
                        SystemQosDocument.read(text(Annotations.NODE_SYSTEM_QOS_RESOURCE))
                                .map(SystemCpus::exclusive),
                        CpuSet.EMPTY));
        return new NumaTopology(
                layout,
                reserved,
                NumaPolicy.ofKubelet(Objects.requireNonNullElse(object.getTopologyPolicies(), List.of())),
                kubelet.filter(KubeletCpus::givesFullCores).isPresent(),
                zones(layout, reserved),
                found(NodeRatioDocument.amplification(text(Annotations.NODE_AMPLIFICATION_RATIO)))
                        .orElse(null),
                problems);
    }

    private @Nullable String text(String annotation) {
        return AnnotationCodec.text(object, annotation).orElse(null);
    }

    private <T> T rest(Decoded<T> read, T without) {
        return found(read).orElse(without);
    }

    /** What is left of a document without its wrong parts, which are problems. */
    private <T> Optional<T> found(Decoded<T> read) {
        read.problems().forEach(one -> problems.add(one.message()));
        return read.found();
    }

    private NumaQuantities zones(CpuLayout layout, CpuSet reserved) {
        SortedMap<Integer, ResourceVector> zones = new TreeMap<>();
        for (Zone zone : Objects.requireNonNullElse(object.getZones(), List.<Zone>of())) {
            Matcher name = ZONE_NAME.matcher(Objects.requireNonNullElse(zone.name(), ""));
            if (ZONE_TYPE.equals(zone.type()) && name.matches()) {
                int id = Integer.parseInt(name.group(1));
                if (id > NumaSet.HIGHEST) {
                    problems.add(
                            "zone " + zone.name() + " is left out, allowed are NUMA ids from 0 to " + NumaSet.HIGHEST);
                } else {
                    zones.put(
                            id,
                            withoutReserved(amounts(zone), layout.cpusOfNode(id).intersection(reserved)));
                }
            }
        }
        return NumaQuantities.of(zones);
    }

    private ResourceVector amounts(Zone zone) {
        Map<String, Quantity> amounts = new HashMap<>();
        for (ZoneResource resource : Objects.requireNonNullElse(zone.resources(), List.<ZoneResource>of())) {
            if (resource.name() != null && resource.allocatable() != null) {
                amounts.put(resource.name(), resource.allocatable());
            }
        }
        try {
            return ResourceVector.ofQuantities(amounts);
        } catch (IllegalArgumentException | ArithmeticException notANumber) {
            problems.add("zone " + zone.name() + ": " + notANumber.getMessage());
            return ResourceVector.EMPTY;
        }
    }

    private static ResourceVector withoutReserved(ResourceVector amounts, CpuSet reserved) {
        return reserved.isEmpty() || amounts.get(ResourceNames.CPU) == 0
                ? amounts
                : amounts.minus(ResourceVector.of(Map.of(ResourceNames.CPU, reserved.size() * MILLI_PER_CPU)));
    }
}
