package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.NodeReservationDocument;
import io.koordbridge.api.document.node.ReservedResources;
import io.koordbridge.api.document.node.SystemQosDocument;
import io.koordbridge.api.document.node.SystemQosDocument.SystemCpus;
import io.koordbridge.api.document.node.TopologyDocuments;
import io.koordbridge.api.document.node.TopologyDocuments.KubeletCpus;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Who holds which CPUs, from the annotations of the NodeResourceTopology and the pods. */
@PureCore
public final class CpuHoldersReader {

    private CpuHoldersReader() {}

    /** Of a wrong annotation the rest counts; it is reported to {@code problems}. */
    public static CpuHolders read(
            List<Processor> processors, Map<String, String> topology, List<PodInfo> pods, Consumer<String> problems) {
        CpuSet reserved = rest(
                NodeReservationDocument.read(topology.get(Annotations.NODE_RESERVATION))
                        .map(ReservedResources::cpus),
                CpuSet.EMPTY,
                problems);
        CpuSet systemExclusive = rest(
                SystemQosDocument.read(topology.get(Annotations.NODE_SYSTEM_QOS_RESOURCE))
                        .map(SystemCpus::exclusive),
                CpuSet.EMPTY,
                problems);
        return new CpuHolders(
                processors, reserved, systemExclusive, cpusOf(pods, QosClass.LSE), cpusOf(pods, QosClass.LSR));
    }

    /** Whether the kubelet gives whole CPUs to containers itself. */
    public static boolean kubeletIsStatic(Map<String, String> topology, Consumer<String> problems) {
        return rest(
                TopologyDocuments.kubelet(topology.get(Annotations.NRT_KUBELET_CPU_MANAGER_POLICY))
                        .map(KubeletCpus::isStatic),
                false,
                problems);
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

    /** What is left of a document without its wrong parts. */
    private static <T> T rest(Decoded<T> read, T without, Consumer<String> problems) {
        String effect = read.found().isPresent() ? "; the rest is in force" : PodInfos.COUNTS_AS_ABSENT;
        read.problems().forEach(one -> problems.accept("NodeResourceTopology: " + one.message() + effect));
        return read.orElse(without);
    }
}
