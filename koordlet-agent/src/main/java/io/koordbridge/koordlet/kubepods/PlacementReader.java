package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.pod.GivenResources;
import io.koordbridge.api.document.pod.GivenResources.OnNode;
import io.koordbridge.api.document.pod.ResourceStatusReader;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
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
     * Reads the placement of a pod. One with more CPUs than the pod requests counts as absent, and so do parts that cannot be read.
     *
     * @param problems gets what counts as absent, with object, key and value
     */
    static PodInfo.Placement of(Pod pod, Consumer<String> problems) {
        Decoded<GivenResources> given = ResourceStatusReader.read(pod);
        given.problems().forEach(problem -> absent(pod, problem, problems));
        return given.found().map(found -> placement(pod, found, problems)).orElse(PodInfo.Placement.NONE);
    }

    private static PodInfo.Placement placement(Pod pod, GivenResources given, Consumer<String> problems) {
        long requested =
                Math.max(0, PodRequests.milliCpu(pod)) + Math.max(0, PodRequests.value(pod, ResourceNames.BATCH_CPU));
        if (given.cpus().size() * MILLI > requested) {
            absent(
                    pod,
                    new WireProblem(
                            Annotations.POD_RESOURCE_STATUS,
                            "cpuset",
                            given.cpuset(),
                            "as many CPUs as the pod requests, which are " + requested + " milli-CPU"),
                    problems);
            return PodInfo.Placement.NONE;
        }
        boolean withCpus = given.nodes().stream().anyMatch(PlacementReader::hasCpus);
        return new PodInfo.Placement(
                given.cpuset(),
                given.cpus(),
                withCpus ? given.nodes().stream().map(OnNode::node).toList() : List.of(),
                !given.cpuset().isEmpty() || !given.nodes().isEmpty());
    }

    private static boolean hasCpus(OnNode node) {
        return Quantities.milli(node.resources(), ResourceNames.CPU) > 0
                || Quantities.value(node.resources(), ResourceNames.BATCH_CPU) > 0;
    }

    private static void absent(Pod pod, WireProblem problem, Consumer<String> problems) {
        problems.accept(PodInfos.nameOf(pod) + ": " + problem.message() + PodInfos.COUNTS_AS_ABSENT);
    }
}
