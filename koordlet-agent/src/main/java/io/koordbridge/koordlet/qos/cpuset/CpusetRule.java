package io.koordbridge.koordlet.qos.cpuset;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.CpuSharedPool;
import io.koordbridge.api.annotation.KubeletCpuManagerPolicy;
import io.koordbridge.api.annotation.SystemQosResource;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a node says about CPUs.
 *
 * @param shared pools of all but best-effort pods
 * @param bestEffort pools of best-effort pods
 * @param kubeletStatic whether the kubelet gives whole CPUs to containers itself
 * @param system CPUs of the system class, empty without any
 */
@PureCore
public record CpusetRule(
        List<CpuSharedPool> shared, List<CpuSharedPool> bestEffort, boolean kubeletStatic, String system) {

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
        try {
            SystemQosResource system = decode(topology, Annotations.NODE_SYSTEM_QOS_RESOURCE, SystemQosResource.class);
            KubeletCpuManagerPolicy kubelet =
                    decode(topology, Annotations.NRT_KUBELET_CPU_MANAGER_POLICY, KubeletCpuManagerPolicy.class);
            return new CpusetRule(
                    pools(topology, Annotations.NRT_CPU_SHARED_POOLS),
                    pools(topology, Annotations.NRT_BE_CPU_SHARED_POOLS),
                    kubelet != null && "static".equals(kubelet.policy()),
                    system == null ? "" : readable(Objects.requireNonNullElse(system.cpuset(), "")));
        } catch (BadAnnotationException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static <T> @Nullable T decode(Map<String, String> topology, String key, Class<T> type)
            throws BadAnnotationException {
        String text = topology.get(key);
        return text == null || text.isEmpty() ? null : AnnotationCodec.decode("NodeResourceTopology", key, text, type);
    }

    private static String readable(String cpus) {
        CpuSet unused = CpuSet.parse(cpus);
        return cpus;
    }

    private static List<CpuSharedPool> pools(Map<String, String> topology, String key) throws BadAnnotationException {
        CpuSharedPool[] pools = decode(topology, key, CpuSharedPool[].class);
        return pools == null ? List.of() : List.of(pools);
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
        return shared.stream().map(CpusetRule::text).collect(Collectors.joining(","));
    }

    private static String ofNodes(List<CpuSharedPool> pools, List<Integer> nodes) {
        return nodes.stream()
                .flatMap(node -> pools.stream().filter(pool -> node.equals(nodeOf(pool))))
                .map(CpusetRule::text)
                .collect(Collectors.joining(","));
    }

    /** As the reference reads a pool that names no node. */
    private static Integer nodeOf(CpuSharedPool pool) {
        return Objects.requireNonNullElse(pool.node(), 0);
    }

    private static String text(CpuSharedPool pool) {
        return Objects.requireNonNullElse(pool.cpuset(), "");
    }
}
