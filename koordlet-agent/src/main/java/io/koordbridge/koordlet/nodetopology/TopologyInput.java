package io.koordbridge.koordlet.nodetopology;

import io.koordbridge.koordlet.kubelet.KubeletSettings;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the topology is calculated from.
 *
 * @param kubelet its configuration; empty when it is not asked
 * @param kubeletCpus CPUs that the kubelet gave to containers, by the UID of the pod
 */
public record TopologyInput(
        NodeFacts node,
        List<PodInfo> pods,
        MachineFacts machine,
        Optional<KubeletSettings> kubelet,
        Map<String, CpuSet> kubeletCpus) {

    public TopologyInput {
        pods = List.copyOf(pods);
        kubeletCpus = Map.copyOf(kubeletCpus);
    }
}
