package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.NumaNodeResource;
import io.koordbridge.api.annotation.ResourceStatus;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * CPUs and NUMA nodes that a pod says a scheduler gave it. Any author of a pod can write that, so it never holds more CPUs than the pod
 * requests, by plain CPU and batch CPU together; a scheduler gives whole CPUs that are requested and no more (design 3.25).
 */
@PureCore
final class PlacementReader {

    private static final long MILLI = 1000;

    private PlacementReader() {}

    /**
     * Reads the placement of a pod. One that does not decode, and one with more CPUs than the pod requests, counts as absent.
     *
     * @param problems gets what counts as absent, with object, key and value
     */
    static PodInfo.Placement of(Pod pod, Consumer<String> problems) {
        try {
            return AnnotationCodec.read(
                            PodInfos.nameOf(pod), pod, Annotations.POD_RESOURCE_STATUS, ResourceStatus.class)
                    .map(status -> placement(pod, status, problems))
                    .orElse(PodInfo.Placement.NONE);
        } catch (BadAnnotationException e) {
            problems.accept(e.getMessage() + PodInfos.COUNTS_AS_ABSENT);
            return PodInfo.Placement.NONE;
        }
    }

    private static PodInfo.Placement placement(Pod pod, ResourceStatus status, Consumer<String> problems) {
        String annotated = Objects.requireNonNullElse(status.cpuset(), "");
        CpuSet cpus = cpus(pod, annotated, problems);
        long requested =
                Math.max(0, PodRequests.milliCpu(pod)) + Math.max(0, PodRequests.value(pod, ResourceNames.BATCH_CPU));
        if (cpus.size() * MILLI > requested) {
            problems.accept(problem(pod) + cpus.size() + " CPUs, but the pod requests " + requested + " milli-CPU"
                    + PodInfos.COUNTS_AS_ABSENT);
            return PodInfo.Placement.NONE;
        }
        List<NumaNodeResource> nodes = Objects.requireNonNullElse(status.numaNodeResources(), List.of());
        boolean withCpus = nodes.stream().anyMatch(PlacementReader::hasCpus);
        return new PodInfo.Placement(
                annotated,
                cpus,
                withCpus ? nodes.stream().map(PlacementReader::nodeOf).toList() : List.of(),
                !annotated.isEmpty() || !nodes.isEmpty());
    }

    /** As the reference reads an entry that names no node. */
    private static Integer nodeOf(NumaNodeResource entry) {
        return Objects.requireNonNullElse(entry.node(), 0);
    }

    private static boolean hasCpus(NumaNodeResource node) {
        return Quantities.milli(node.resources(), ResourceNames.CPU) > 0
                || Quantities.value(node.resources(), ResourceNames.BATCH_CPU) > 0;
    }

    private static CpuSet cpus(Pod pod, String text, Consumer<String> problems) {
        try {
            return CpuSet.parse(text);
        } catch (IllegalArgumentException e) {
            problems.accept(problem(pod) + e.getMessage() + PodInfos.COUNTS_AS_ABSENT);
            return CpuSet.EMPTY;
        }
    }

    private static String problem(Pod pod) {
        return PodInfos.nameOf(pod) + ": annotation " + Annotations.POD_RESOURCE_STATUS + ": cpuset: ";
    }
}
