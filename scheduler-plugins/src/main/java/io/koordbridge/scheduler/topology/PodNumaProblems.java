package io.koordbridge.scheduler.topology;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.NumaNodeResource;
import io.koordbridge.api.annotation.ResourceStatus;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.resource.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What cannot be used of the annotations that {@link PodNumaReader} reads, for people. */
@PureCore
public final class PodNumaProblems {

    private static final List<String> READ =
            List.of(Annotations.POD_RESOURCE_SPEC, Annotations.POD_NUMA_TOPOLOGY_SPEC, Annotations.POD_RESOURCE_STATUS);
    private static final List<String> BIND = List.of("", "Default", "FullPCPUs", "SpreadByPCPUs", "ConstrainedBurst");
    private static final List<String> EXCLUSIVE = List.of("", "None", "PCPULevel", "NUMANodeLevel");
    private static final List<String> NUMA_EXCLUSIVE = List.of("", "Preferred", "Required");
    private static final List<String> NUMA_POLICY = List.of("", "None", "BestEffort", "Restricted", "SingleNUMANode");

    private final Pod pod;
    private final List<String> problems = new ArrayList<>();

    private PodNumaProblems(Pod pod) {
        this.pod = pod;
    }

    /**
     * The problems of a pod. What a scheduler gives counts once the pod is bound.
     *
     * @param ofNode topology of the node that it is bound to
     */
    public static List<String> of(Pod pod, NumaTopology ofNode) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        if (annotations == null || READ.stream().noneMatch(annotations::containsKey)) {
            return List.of();
        }
        PodNumaProblems all = new PodNumaProblems(pod);
        all.wishes(PodNumaReader.read(pod));
        if (!PodPlacement.nodeName(pod).isEmpty()) {
            all.status(ofNode.layout().cpus());
        }
        return all.problems;
    }

    private void wishes(PodNuma numa) {
        PodNuma.Spec spec = numa.spec();
        if (spec == null) {
            problems.add(numa.problem());
            return;
        }
        unknown(Annotations.POD_RESOURCE_SPEC, "requiredCPUBindPolicy", spec.requiredBind(), BIND);
        unknown(Annotations.POD_RESOURCE_SPEC, "preferredCPUBindPolicy", spec.preferredBind(), BIND);
        unknown(Annotations.POD_RESOURCE_SPEC, "preferredCPUExclusivePolicy", spec.exclusiveBind(), EXCLUSIVE);
        unknown(Annotations.POD_NUMA_TOPOLOGY_SPEC, "numaTopologyPolicy", spec.numaPolicy(), NUMA_POLICY);
        unknown(Annotations.POD_NUMA_TOPOLOGY_SPEC, "singleNUMANodeExclusive", spec.numaExclusive(), NUMA_EXCLUSIVE);
    }

    private void unknown(String annotation, String field, String value, List<String> allowed) {
        if (!allowed.contains(value)) {
            problems.add(prefix(annotation) + field + " '" + value + "' is not known, allowed are "
                    + String.join(", ", allowed.subList(1, allowed.size())));
        }
    }

    private void status(CpuSet ofNode) {
        try {
            AnnotationCodec.read(pod, Annotations.POD_RESOURCE_STATUS, ResourceStatus.class)
                    .ifPresent(status -> status(status, ofNode));
        } catch (BadAnnotationException unreadable) {
            problems.add(String.valueOf(unreadable.getMessage()));
        } catch (IllegalArgumentException | ArithmeticException unusable) {
            problems.add(prefix(Annotations.POD_RESOURCE_STATUS) + unusable.getMessage());
        }
    }

    private void status(ResourceStatus status, CpuSet ofNode) {
        CpuSet others =
                CpuSet.parse(Objects.requireNonNullElse(status.cpuset(), "")).minus(ofNode);
        if (!others.isEmpty() && !ofNode.isEmpty()) {
            problems.add(prefix(Annotations.POD_RESOURCE_STATUS) + "cpuset " + others.format()
                    + " is not of its node and takes nothing there, allowed are " + ofNode.format());
        }
        for (NumaNodeResource amounts :
                Objects.requireNonNullElse(status.numaNodeResources(), List.<NumaNodeResource>of())) {
            int id = Objects.requireNonNullElse(amounts.node(), 0);
            if (id < 0 || id > NumaSet.HIGHEST) {
                problems.add(prefix(Annotations.POD_RESOURCE_STATUS) + "numaNodeResources: node " + id
                        + " is left out, allowed are NUMA ids from 0 to " + NumaSet.HIGHEST);
            }
            ResourceVector.ofQuantities(amounts.resources());
        }
    }

    private String prefix(String annotation) {
        return "Pod/" + pod.getMetadata().getName() + ": annotation " + annotation + ": ";
    }
}
