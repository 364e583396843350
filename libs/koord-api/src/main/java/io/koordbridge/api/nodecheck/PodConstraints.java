package io.koordbridge.api.nodecheck;

import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What a pod says of the nodes that it can run on, requests apart.
 *
 * @param nodeSelector labels that the node must have
 * @param terms of the required node affinity: one has to match; empty when there is no such affinity
 * @param tolerations taints that do not matter
 * @param hostPorts ports that it takes on the node
 * @param unknown constraints that the check cannot judge: kube-scheduler may refuse what the check accepts
 */
@PureCore
public record PodConstraints(
        Map<String, String> nodeSelector,
        List<NodeTerm> terms,
        List<PodToleration> tolerations,
        Set<HostPort> hostPorts,
        Set<UnknownConstraint> unknown) {

    /** Runs anywhere. */
    public static final PodConstraints NONE = new PodConstraints(Map.of(), List.of(), List.of(), Set.of(), Set.of());

    public PodConstraints {
        nodeSelector = Map.copyOf(nodeSelector);
        terms = List.copyOf(terms);
        tolerations = List.copyOf(tolerations);
        hostPorts = Set.copyOf(hostPorts);
        unknown = Set.copyOf(unknown);
    }

    /** Of a pod object. */
    public static PodConstraints of(Pod pod) {
        PodSpec spec = pod.getSpec();
        if (spec == null) {
            return NONE;
        }
        return new PodConstraints(
                Objects.requireNonNullElse(spec.getNodeSelector(), Map.of()),
                terms(spec),
                spec.getTolerations().stream()
                        .filter(PodToleration::isUnderstood)
                        .map(PodToleration::of)
                        .toList(),
                HostPort.of(pod),
                UnknownConstraint.of(spec));
    }

    private static List<NodeTerm> terms(PodSpec spec) {
        NodeAffinity affinity =
                spec.getAffinity() == null ? null : spec.getAffinity().getNodeAffinity();
        if (affinity == null || affinity.getRequiredDuringSchedulingIgnoredDuringExecution() == null) {
            return List.of();
        }
        List<NodeTerm> terms =
                affinity.getRequiredDuringSchedulingIgnoredDuringExecution().getNodeSelectorTerms().stream()
                        .map(NodeTerm::of)
                        .toList();
        return terms.isEmpty() ? List.of(NodeTerm.NOTHING) : terms;
    }

    /** What still matters of a pod that is on its node: its ports. */
    public static PodConstraints onNode(Pod pod) {
        Set<HostPort> hostPorts = HostPort.of(pod);
        return hostPorts.isEmpty() ? NONE : new PodConstraints(Map.of(), List.of(), List.of(), hostPorts, Set.of());
    }
}
