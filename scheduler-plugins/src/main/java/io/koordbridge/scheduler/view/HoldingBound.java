package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.NumaQuantities;
import io.koordbridge.scheduler.facts.numa.PodNuma;
import io.koordbridge.scheduler.facts.numa.PodNumaReader;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Holds what annotation resource-status says of a bound pod against what the pod requests: whoever may write pods may write it as well. A
 * scheduler never gives more CPUs, or more of a resource, so a larger value is forged and counts as absent; the pod counts by its requests.
 * During a resize that makes a pod smaller, what it still has counts as requested. CPUs and each resource of its NUMA nodes are judged for
 * themselves, lest a pod loses its CPUs by giving memory back.
 */
@PureCore
public final class HoldingBound {

    private static final long MILLI_PER_CPU = 1000;

    private final PodNuma numa;
    private final ResourceVector request;
    private final List<String> problems = new ArrayList<>();

    private HoldingBound(PodNuma numa, ResourceVector request) {
        this.numa = numa;
        this.request = request;
    }

    /** The pod with as much of its holding as it requests. */
    static PodNuma bounded(Pod pod, PodNuma numa) {
        return numa.holding().isEmpty() ? numa : numa.with(new HoldingBound(numa, request(pod)).holding());
    }

    /** What a bound pod says that it holds and does not, for people. */
    public static List<String> problems(Pod pod) {
        if (PodPlacement.nodeName(pod).isEmpty()) {
            return List.of();
        }
        PodNuma numa = PodNumaReader.read(pod);
        if (numa.holding().isEmpty()) {
            return List.of();
        }
        HoldingBound bound = new HoldingBound(numa, request(pod));
        bound.holding();
        return bound.problems;
    }

    private NumaHolding holding() {
        NumaHolding written = numa.holding();
        boolean within = cpusAreWithin(written.cpus().size());
        return new NumaHolding(
                within ? written.cpus() : CpuSet.EMPTY, written.exclusivePolicy(), within(written.quantities()));
    }

    private boolean cpusAreWithin(int cpus) {
        if (cpus == 0) {
            return true;
        }
        if (!mayBind(numa)) {
            absent("cpuset", "neither class nor bind policy of the pod allows CPUs of its own");
            return false;
        }
        long milli = request.get(ResourceNames.CPU);
        if (cpus * MILLI_PER_CPU - milli >= MILLI_PER_CPU) {
            absent("cpuset", "it names " + cpus + " CPUs, and the pod requests " + milli + "m");
            return false;
        }
        return true;
    }

    private NumaQuantities within(NumaQuantities written) {
        ResourceVector sum = ResourceVector.EMPTY;
        for (ResourceVector amounts : written.byNode().values()) {
            sum = sum.plus(amounts);
        }
        List<String> kept = new ArrayList<>();
        for (String name : sum.names()) {
            if (sum.get(name) > request.get(name)) {
                absent(
                        name + " of its NUMA nodes",
                        "it is " + sum.get(name) + " in sum, and the pod requests " + request.get(name));
            } else {
                kept.add(name);
            }
        }
        if (kept.size() == sum.names().size()) {
            return written;
        }
        SortedMap<Integer, ResourceVector> within = new TreeMap<>();
        written.byNode().forEach((id, amounts) -> {
            ResourceVector rest = amounts.masked(kept);
            if (!rest.names().isEmpty()) {
                within.put(id, rest);
            }
        });
        return NumaQuantities.of(within);
    }

    private void absent(String what, String why) {
        problems.add("annotation " + Annotations.POD_RESOURCE_STATUS + ": " + what + " counts as absent: " + why);
    }

    /** By its class, or by a node's bind policy: the Binding writes the policy down. */
    private static boolean mayBind(PodNuma numa) {
        PodNuma.Spec spec = numa.spec();
        return numa.maybeOwnCpus()
                || (spec != null
                        && !(spec.requiredBind().isEmpty()
                                && spec.preferredBind().isEmpty()));
    }

    private static ResourceVector request(Pod pod) {
        return ResourceVector.ofExact(PodRequests.of(pod));
    }
}
