package io.koordbridge.koordlet.qos.cpuset;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.SystemQosDocument;
import io.koordbridge.api.document.node.TopologyDocuments;
import io.koordbridge.api.document.node.TopologyDocuments.CpuPool;
import io.koordbridge.api.document.node.TopologyDocuments.KubeletCpus;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a node says about CPUs.
 *
 * @param shared pools of all but best-effort pods
 * @param bestEffort pools of best-effort pods
 * @param kubeletStatic whether the kubelet gives whole CPUs to containers itself
 * @param system CPUs of the system class, empty without any
 */
@PureCore
public record CpusetRule(List<CpuPool> shared, List<CpuPool> bestEffort, boolean kubeletStatic, String system) {

    public CpusetRule {
        shared = List.copyOf(shared);
        bestEffort = List.copyOf(bestEffort);
    }

    /**
     * Reads the annotations of a NodeResourceTopology.
     *
     * @throws IllegalArgumentException naming the first one that does not decode
     */
    public static CpusetRule of(Map<String, String> topology) {
        return new CpusetRule(
                good(TopologyDocuments.sharedPools(topology.get(Annotations.NRT_CPU_SHARED_POOLS)), List.of()),
                good(TopologyDocuments.bestEffortPools(topology.get(Annotations.NRT_BE_CPU_SHARED_POOLS)), List.of()),
                good(
                        TopologyDocuments.kubelet(topology.get(Annotations.NRT_KUBELET_CPU_MANAGER_POLICY))
                                .map(KubeletCpus::isStatic),
                        false),
                good(
                        SystemQosDocument.read(topology.get(Annotations.NODE_SYSTEM_QOS_RESOURCE))
                                .map(system -> Objects.requireNonNullElse(
                                        system.written().cpuset(), "")),
                        ""));
    }

    private static <T> T good(Decoded<T> read, T without) {
        if (!read.isGood()) {
            throw new IllegalArgumentException(
                    "NodeResourceTopology: " + read.problems().get(0).message());
        }
        return read.orElse(without);
    }

    /**
     * CPUs of the containers of a pod. Those of its annotation hold without a rule as well.
     *
     * @param rule empty while the node says nothing
     * @param beCpuManager whether the scheduler places best-effort pods
     * @return list of CPUs as the annotations write it; an empty text leaves them as they are, and so does no value
     */
    public static Optional<String> cpus(Optional<CpusetRule> rule, PodInfo pod, boolean beCpuManager) {
        String annotated = pod.placement().annotated();
        return annotated.isEmpty() ? rule.flatMap(found -> found.byClass(pod, beCpuManager)) : Optional.of(annotated);
    }

    private Optional<String> byClass(PodInfo pod, boolean beCpuManager) {
        boolean bestEffort = pod.labelQos() == QosClass.BE;
        if (!pod.placement().numaNodes().isEmpty() && (beCpuManager || !bestEffort)) {
            return Optional.of(ofNodes(
                    bestEffort ? this.bestEffort : shared, pod.placement().numaNodes()));
        }
        if (pod.labelQos() == QosClass.SYSTEM && !system.isEmpty()) {
            return Optional.of(system);
        }
        if (pod.labelQos() == QosClass.LS) {
            return Optional.of(allShared());
        }
        if (pod.kubeQos() == KubeQos.BEST_EFFORT) {
            return Optional.of("");
        }
        return kubeletStatic ? Optional.empty() : Optional.of(allShared());
    }

    /** All shared pools, the CPUs of latency-sensitive work outside of pods as well. */
    public String allShared() {
        return shared.stream().map(CpuPool::text).collect(Collectors.joining(","));
    }

    private static String ofNodes(List<CpuPool> pools, List<Integer> nodes) {
        return nodes.stream()
                .flatMap(node -> pools.stream().filter(pool -> node == pool.node()))
                .map(CpuPool::text)
                .collect(Collectors.joining(","));
    }
}
