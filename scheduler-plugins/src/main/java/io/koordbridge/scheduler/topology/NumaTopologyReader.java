package io.koordbridge.scheduler.topology;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.CpuInfo;
import io.koordbridge.api.annotation.CpuTopology;
import io.koordbridge.api.annotation.KubeletCpuManagerPolicy;
import io.koordbridge.api.annotation.NodeReservation;
import io.koordbridge.api.annotation.SystemQosResource;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.cpuselection.CpuLayout;
import io.koordbridge.scheduler.cpuselection.LogicalCpu;
import io.koordbridge.scheduler.resource.ResourceVector;
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
    private static final String STATIC = "static";
    private static final String FULL_PCPUS_ONLY = "full-pcpus-only";
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
        CpuLayout layout = layout();
        Optional<KubeletCpuManagerPolicy> kubelet =
                annotation(Annotations.NRT_KUBELET_CPU_MANAGER_POLICY, KubeletCpuManagerPolicy.class);
        CpuSet reserved = podsOfTheKubelet()
                .union(cpus(
                        kubelet.map(KubeletCpuManagerPolicy::reservedCPUs).orElse(null), "reservedCPUs of the kubelet"))
                .union(annotation(Annotations.NODE_RESERVATION, NodeReservation.class)
                        .map(one -> cpus(one.reservedCPUs(), "reservedCPUs"))
                        .orElse(CpuSet.EMPTY))
                .union(annotation(Annotations.NODE_SYSTEM_QOS_RESOURCE, SystemQosResource.class)
                        .filter(one -> !Boolean.FALSE.equals(one.cpusetExclusive()))
                        .map(one -> cpus(one.cpuset(), "cpuset of system QoS"))
                        .orElse(CpuSet.EMPTY));
        return new NumaTopology(
                layout,
                reserved,
                NumaPolicy.ofKubelet(Objects.requireNonNullElse(object.getTopologyPolicies(), List.of())),
                kubelet.filter(NumaTopologyReader::givesFullCores).isPresent(),
                zones(layout, reserved),
                ratios(),
                problems);
    }

    private static boolean givesFullCores(KubeletCpuManagerPolicy kubelet) {
        return STATIC.equals(kubelet.policy())
                && kubelet.options() != null
                && "true".equals(kubelet.options().get(FULL_PCPUS_ONLY));
    }

    private CpuLayout layout() {
        List<LogicalCpu> cpus = new ArrayList<>();
        List<CpuInfo> detail = annotation(Annotations.NRT_CPU_TOPOLOGY, CpuTopology.class)
                .map(CpuTopology::detail)
                .orElse(List.of());
        for (CpuInfo cpu : detail) {
            LogicalCpu read =
                    new LogicalCpu(number(cpu.id()), number(cpu.core()), number(cpu.socket()), number(cpu.node()));
            if (isUsable(read)) {
                cpus.add(read);
            } else {
                problems.add("annotation " + Annotations.NRT_CPU_TOPOLOGY + ": cpu " + read
                        + " is left out, allowed are ids from 0 to " + CpuSet.HIGHEST + " and NUMA ids from 0 to "
                        + NumaSet.HIGHEST);
            }
        }
        return CpuLayout.of(cpus);
    }

    private static boolean isUsable(LogicalCpu cpu) {
        return cpu.id() >= 0 && cpu.id() <= CpuSet.HIGHEST && cpu.node() >= 0 && cpu.node() <= NumaSet.HIGHEST;
    }

    private static int number(@Nullable Integer number) {
        return number == null ? 0 : number;
    }

    /** CPUs of pods that the kubelet binds by itself. */
    private CpuSet podsOfTheKubelet() {
        CpuSet all = CpuSet.EMPTY;
        JsonNode list =
                annotation(Annotations.NRT_POD_CPU_ALLOCS, JsonNode.class).orElse(null);
        if (list == null || !list.isArray()) {
            return all;
        }
        for (JsonNode pod : list) {
            boolean counts = pod.path("managedByKubelet").asBoolean()
                    && !pod.path("uid").asText("").isEmpty();
            if (counts) {
                all = all.union(cpus(
                        pod.path("cpuset").asText(""),
                        "cpuset of pod " + pod.path("uid").asText()));
            }
        }
        return all;
    }

    private CpuSet cpus(@Nullable String text, String where) {
        try {
            return CpuSet.parse(Objects.requireNonNullElse(text, ""));
        } catch (IllegalArgumentException notAList) {
            problems.add(where + ": " + notAList.getMessage());
            return CpuSet.EMPTY;
        }
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

    private @Nullable Map<String, Double> ratios() {
        JsonNode tree =
                annotation(Annotations.NODE_AMPLIFICATION_RATIO, JsonNode.class).orElse(null);
        if (tree == null || !tree.isObject()) {
            return null;
        }
        Map<String, Double> ratios = new HashMap<>();
        for (Map.Entry<String, JsonNode> ratio : tree.properties()) {
            if (!ratio.getValue().isNumber()) {
                problems.add("annotation " + Annotations.NODE_AMPLIFICATION_RATIO + ": ratio of " + ratio.getKey()
                        + " '" + ratio.getValue() + "' is not a number");
                return null;
            }
            ratios.put(ratio.getKey(), ratio.getValue().doubleValue());
        }
        return ratios;
    }

    private <T> Optional<T> annotation(String name, Class<T> type) {
        try {
            return AnnotationCodec.read(object, name, type);
        } catch (BadAnnotationException unreadable) {
            problems.add(unreadable.getMessage());
            return Optional.empty();
        }
    }
}
