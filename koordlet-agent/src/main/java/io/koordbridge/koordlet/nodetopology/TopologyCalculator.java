package io.koordbridge.koordlet.nodetopology;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.CpuInfo;
import io.koordbridge.api.annotation.CpuSharedPool;
import io.koordbridge.api.annotation.CpuTopology;
import io.koordbridge.api.annotation.KubeletCpuManagerPolicy;
import io.koordbridge.api.annotation.NodeReservation;
import io.koordbridge.api.annotation.SystemQosResource;
import io.koordbridge.api.document.node.CpuListDocument;
import io.koordbridge.api.document.node.ReservedResources;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.koordlet.kubelet.KubeletSettings;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The topology of the node; specification section 12. */
@PureCore
public final class TopologyCalculator {

    private static final long MILLI = 1000;
    private static final String NULL = "null";

    private final TopologyInput in;
    private final CpuSet all;
    private final Map<String, CpuSet> heldByKubelet;
    private final NodeReservation reservation;
    private final Optional<SystemQosResource> system;

    private TopologyCalculator(TopologyInput in) {
        this.in = in;
        this.all = cpus(in.machine().processors());
        this.heldByKubelet = heldByKubelet(in);
        this.reservation = reservation(in);
        this.system = in.node().layout().systemQos();
    }

    private static CpuSet cpus(List<Processor> processors) {
        return CpuSet.of(processors.stream().map(Processor::cpu).toList());
    }

    /**
     * Calculates.
     *
     * @throws IllegalArgumentException when facts contradict each other
     */
    public static TopologyFacts of(TopologyInput in) {
        TopologyCalculator calculator = new TopologyCalculator(in);
        return new TopologyFacts(
                calculator.annotations(),
                in.node().layout().numaReservation(),
                policy(in.kubelet()),
                ZoneCalculator.zones(in));
    }

    /** Without pods that this agent or the scheduler gives CPUs to. */
    private static Map<String, CpuSet> heldByKubelet(TopologyInput in) {
        Map<String, CpuSet> held = new TreeMap<>();
        if (in.kubelet().filter(KubeletSettings::givesCpus).isPresent()) {
            held.putAll(in.kubeletCpus());
            for (PodInfo pod : in.pods()) {
                boolean shares = pod.labelQos() == QosClass.LS || pod.labelQos() == QosClass.BE;
                if (shares || !pod.placement().cpus().isEmpty()) {
                    held.remove(pod.uid());
                }
            }
        }
        return held;
    }

    private static NodeReservation reservation(TopologyInput in) {
        Optional<ReservedResources> given = in.node().layout().reservation();
        if (given.isEmpty()) {
            return new NodeReservation(null, null, null);
        }
        ReservedResources reserved = given.get();
        CpuSet cpus = reserved.cpus().isEmpty()
                ? WholeCores.take(in.machine().processors(), (reserved.milliCpu() + MILLI - 1) / MILLI)
                : reserved.cpus();
        return new NodeReservation(
                canonical(reserved.resources()), emptyToNull(cpus.format()), emptyToNull(reserved.applyPolicy()));
    }

    /** Amounts as the API server writes them. */
    private static @Nullable Map<String, Quantity> canonical(Map<String, Quantity> amounts) {
        Map<String, Quantity> written = new TreeMap<>();
        amounts.forEach(
                (name, amount) -> written.put(name, ExactQuantity.of(amount).toQuantity()));
        return written.isEmpty() ? null : written;
    }

    private Map<String, String> annotations() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(Annotations.NRT_CPU_BASIC_INFO, AnnotationCodec.write(basicInfo()));
        texts.put(Annotations.NRT_CPU_TOPOLOGY, AnnotationCodec.write(topology()));
        texts.put(Annotations.NRT_KUBELET_CPU_MANAGER_POLICY, AnnotationCodec.write(kubeletPolicy()));
        texts.put(
                Annotations.NRT_POD_CPU_ALLOCS,
                heldByKubelet.isEmpty() ? NULL : AnnotationCodec.write(podsOfTheKubelet()));
        texts.put(Annotations.NRT_CPU_SHARED_POOLS, AnnotationCodec.write(pools(PodInfo::ownsCpus)));
        texts.put(
                Annotations.NRT_BE_CPU_SHARED_POOLS,
                AnnotationCodec.write(pools(pod -> pod.labelQos() == QosClass.LSE)));
        texts.put(Annotations.NODE_RESERVATION, AnnotationCodec.write(reservation));
        texts.put(Annotations.NODE_SYSTEM_QOS_RESOURCE, systemText());
        return texts;
    }

    /** Of a node without any annotation, the reference writes null. */
    private String systemText() {
        return system.map(AnnotationCodec::write).orElse(in.node().layout().isAnnotated() ? "{}" : NULL);
    }

    private Map<String, Object> basicInfo() {
        MachineFacts.CpuModel cpu = in.machine().cpu();
        Map<String, Object> info = new LinkedHashMap<>();
        putText(info, "cpuModel", cpu.model());
        putTrue(info, "hyperThreadEnabled", cpu.hyperThreads());
        putTrue(info, "turboEnabled", cpu.turbo());
        putText(info, "catL3CbmMask", cpu.cacheMask());
        putText(info, "vendorID", cpu.vendor());
        return info;
    }

    private static void putText(Map<String, Object> info, String key, String text) {
        if (!text.isEmpty()) {
            info.put(key, text);
        }
    }

    private static void putTrue(Map<String, Object> info, String key, boolean value) {
        if (value) {
            info.put(key, true);
        }
    }

    private CpuTopology topology() {
        return new CpuTopology(in.machine().processors().stream()
                .sorted(Comparator.comparingInt(Processor::cpu))
                .map(one -> new CpuInfo(one.cpu(), one.core(), one.socket(), one.numaNode()))
                .toList());
    }

    private KubeletCpuManagerPolicy kubeletPolicy() {
        return in.kubelet()
                .map(kubelet -> new KubeletCpuManagerPolicy(
                        kubelet.cpuManagerPolicy(),
                        kubelet.cpuManagerOptions().isEmpty() ? null : kubelet.cpuManagerOptions(),
                        emptyToNull(keptByKubelet(kubelet).format())))
                .orElseGet(() -> new KubeletCpuManagerPolicy(null, null, null));
    }

    private CpuSet keptByKubelet(KubeletSettings kubelet) {
        if (!kubelet.givesCpus()) {
            return CpuSet.EMPTY;
        }
        if (!kubelet.reservedCpus().isEmpty()) {
            boolean known = kubelet.reservedCpus().minus(all).isEmpty();
            return known ? kubelet.reservedCpus() : CpuSet.EMPTY;
        }
        return WholeCores.take(in.machine().processors(), (kubelet.reservedMilliCpu() + MILLI - 1) / MILLI);
    }

    private List<Map<String, Object>> podsOfTheKubelet() {
        Map<String, PodInfo> known =
                in.pods().stream().collect(Collectors.toMap(PodInfo::uid, pod -> pod, (one, other) -> one));
        List<Map<String, Object>> list = new ArrayList<>();
        heldByKubelet.forEach((uid, cpus) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            PodInfo pod = known.get(uid);
            if (pod != null) {
                one.put("namespace", pod.namespace());
                one.put("name", pod.name());
            }
            one.put("uid", uid);
            one.put("cpuset", cpus.format());
            one.put("managedByKubelet", true);
            list.add(one);
        });
        return list;
    }

    /** One pool a NUMA node. One that pods emptied has none; one that reserved CPUs emptied has an empty one. */
    private List<CpuSharedPool> pools(Predicate<PodInfo> keepsItsCpus) {
        CpuSet ofPods = CpuSet.EMPTY;
        for (CpuSet held : heldByKubelet.values()) {
            ofPods = ofPods.union(held);
        }
        for (PodInfo pod : in.pods()) {
            if (!pod.finished() && keepsItsCpus.test(pod)) {
                ofPods = ofPods.union(pod.placement().cpus());
            }
        }
        CpuSet left = all.minus(ofPods);
        CpuSet shared = left.minus(reservedCpus()).minus(exclusive());
        Map<Integer, List<Processor>> byNode = in.machine().processors().stream()
                .filter(one -> left.contains(one.cpu()))
                .collect(Collectors.groupingBy(Processor::numaNode, TreeMap::new, Collectors.toList()));
        List<CpuSharedPool> pools = new ArrayList<>();
        byNode.forEach((node, processors) -> pools.add(new CpuSharedPool(
                processors.stream().mapToInt(Processor::socket).min().orElse(0),
                node,
                cpus(processors).intersection(shared).format())));
        pools.sort(Comparator.comparing(CpuSharedPool::socket));
        return pools;
    }

    private CpuSet reservedCpus() {
        return CpuSet.parse(Objects.requireNonNullElse(reservation.reservedCPUs(), ""));
    }

    private CpuSet exclusive() {
        return system.filter(one -> !Boolean.FALSE.equals(one.cpusetExclusive()))
                .flatMap(one -> CpuListDocument.read(Annotations.NODE_SYSTEM_QOS_RESOURCE, "cpuset", one.cpuset())
                        .found())
                .orElse(CpuSet.EMPTY);
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static String policy(Optional<KubeletSettings> kubelet) {
        if (kubelet.isEmpty()) {
            return "None";
        }
        String kind = switch (kubelet.get().topologyPolicy()) {
            case "single-numa-node" -> "SingleNUMANode";
            case "restricted" -> "Restricted";
            case "best-effort" -> "BestEffort";
            default -> "None";
        };
        String level = switch (kubelet.get().topologyScope()) {
            case "pod" -> "PodLevel";
            case "container" -> "ContainerLevel";
            default -> "";
        };
        return kind.equals("None") || level.isEmpty() ? "None" : kind + level;
    }
}
