package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.KubeletCpuManagerPolicy;
import io.koordbridge.api.annotation.NodeReservation;
import io.koordbridge.api.annotation.SystemQosResource;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who holds which CPUs, from the annotations of the NodeResourceTopology and the pods. */
@PureCore
public final class CpuHoldersReader {

    private CpuHoldersReader() {}

    /** An annotation that does not decode reserves nothing and is reported to {@code problems}. */
    public static CpuHolders read(
            List<Processor> processors, Map<String, String> topology, List<PodInfo> pods, Consumer<String> problems) {
        CpuSet reserved = decode(topology, Annotations.NODE_RESERVATION, NodeReservation.class, problems)
                .map(reservation -> cpus(Annotations.NODE_RESERVATION, reservation.reservedCPUs(), problems))
                .orElse(CpuSet.EMPTY);
        CpuSet systemExclusive = decode(
                        topology, Annotations.NODE_SYSTEM_QOS_RESOURCE, SystemQosResource.class, problems)
                .filter(system -> !Boolean.FALSE.equals(system.cpusetExclusive()))
                .map(system -> cpus(Annotations.NODE_SYSTEM_QOS_RESOURCE, system.cpuset(), problems))
                .orElse(CpuSet.EMPTY);
        return new CpuHolders(
                processors, reserved, systemExclusive, cpusOf(pods, QosClass.LSE), cpusOf(pods, QosClass.LSR));
    }

    /** Whether the kubelet gives whole CPUs to containers itself. */
    public static boolean kubeletIsStatic(Map<String, String> topology, Consumer<String> problems) {
        return decode(topology, Annotations.NRT_KUBELET_CPU_MANAGER_POLICY, KubeletCpuManagerPolicy.class, problems)
                .map(policy -> "static".equals(policy.policy()))
                .orElse(false);
    }

    private static CpuSet cpusOf(List<PodInfo> pods, QosClass qos) {
        CpuSet all = CpuSet.EMPTY;
        for (PodInfo pod : pods) {
            if (pod.labelQos() == qos) {
                all = all.union(pod.placement().cpus());
            }
        }
        return all;
    }

    private static CpuSet cpus(String key, @Nullable String text, Consumer<String> problems) {
        try {
            return text == null ? CpuSet.EMPTY : CpuSet.parse(text);
        } catch (IllegalArgumentException e) {
            problems.accept(
                    "NodeResourceTopology: annotation " + key + ": " + e.getMessage() + PodInfos.COUNTS_AS_ABSENT);
            return CpuSet.EMPTY;
        }
    }

    private static <T> Optional<T> decode(
            Map<String, String> topology, String key, Class<T> type, Consumer<String> problems) {
        String text = topology.get(key);
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(AnnotationCodec.decode("NodeResourceTopology", key, text, type));
        } catch (BadAnnotationException e) {
            problems.accept(e.getMessage() + PodInfos.COUNTS_AS_ABSENT);
            return Optional.empty();
        }
    }
}
