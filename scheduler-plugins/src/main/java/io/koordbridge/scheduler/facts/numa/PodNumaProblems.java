package io.koordbridge.scheduler.facts.numa;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.pod.GivenResources;
import io.koordbridge.api.document.pod.NumaWishReader;
import io.koordbridge.api.document.pod.ResourceStatusReader;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;

/** What cannot be used of the annotations that {@link PodNumaReader} reads, for people. */
@PureCore
public final class PodNumaProblems {

    private PodNumaProblems() {}

    /**
     * The problems of a pod. What a scheduler gives counts once the pod is bound.
     *
     * @param ofNode topology of the node that it is bound to
     */
    public static List<String> of(Pod pod, NumaTopology ofNode) {
        List<WireProblem> problems = new ArrayList<>(NumaWishReader.bind(pod).problems());
        problems.addAll(NumaWishReader.alignment(pod).problems());
        if (!PodPlacement.nodeName(pod).isEmpty()) {
            Decoded<GivenResources> given = ResourceStatusReader.read(pod);
            problems.addAll(given.problems());
            strangers(given.orElse(GivenResources.NONE).cpus(), ofNode.layout().cpus(), problems);
        }
        return problems.stream().map(WireProblem::message).toList();
    }

    private static void strangers(CpuSet given, CpuSet ofNode, List<WireProblem> problems) {
        CpuSet others = given.minus(ofNode);
        if (!others.isEmpty() && !ofNode.isEmpty()) {
            problems.add(new WireProblem(
                    Annotations.POD_RESOURCE_STATUS,
                    "cpuset",
                    others.format(),
                    "CPUs of its node, " + ofNode.format() + "; others take nothing there"));
        }
    }
}
