package io.koordbridge.api.document.pod;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.NumaNodeResource;
import io.koordbridge.api.annotation.ResourceStatus;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.pod.GivenResources.OnNode;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Annotation resource-status of Pods and Reservations: CPUs and NUMA resources that a scheduler gave. Any author of a pod can write it.
 *
 * <pre>
 * input                                  | value                        | problem
 * ---------------------------------------+------------------------------+------------------------------
 * absent, JSON null                      | absent                       | -
 * no JSON, wrong type, text for number,  | unreadable                   | the whole text
 *   bad quantity or above 64 characters, |                              |
 *   document above 16,384 characters     |                              |
 * names in another case                  | as written in the right case | -
 * null entry of a list                   | left out                     | -
 * entry without a node                   | node 0                       | -
 * node below 0 or above 63               | entry left out               | numaNodeResources.node
 * a node named twice                     | both entries, in order       | -
 * amount below 0                         | resource left out everywhere | numaNodeResources.resources
 * cpuset that is not a list of CPUs      | its text, no CPUs            | cpuset
 * more than the pod requests             | as written                   | - (each process holds it against the request)
 * </pre>
 *
 * <p>Processes: the <b>scheduler</b> counts what is left as used on the node of a bound pod, as far as the pod requests it, and emits an
 * event for each problem. <b>koordlet</b> takes what is left as the placement, counts it as absent where it has more CPUs than the pod
 * requests, and logs each problem; the text of a bad cpuset goes to the kernel, which rejects it (recorded case). <b>koord-manager</b>
 * divides what a pod uses among the NUMA nodes that are left, among all without any; its webhook limits a resize by the CPUs that are
 * left, and without any does not limit it.
 */
@PureCore
public final class ResourceStatusReader {

    /** The highest id of a NUMA node. */
    public static final int HIGHEST_NODE = 63;

    private static final String KEY = Annotations.POD_RESOURCE_STATUS;
    private static final String ALLOWED =
            "JSON such as {\"cpuset\":\"0-3\",\"numaNodeResources\":[{\"node\":0,\"resources\":{\"cpu\":\"4\"}}]}";

    private ResourceStatusReader() {}

    /** The document of an object. */
    public static Decoded<GivenResources> read(HasMetadata object) {
        Decoded<ResourceStatus> document = JsonDocument.of(object, KEY, ResourceStatus.class, ALLOWED);
        ResourceStatus status = document.found().orElse(null);
        return status == null ? new Decoded<>(null, document.problems()) : read(status);
    }

    private static Decoded<GivenResources> read(ResourceStatus status) {
        List<WireProblem> problems = new ArrayList<>();
        String cpuset = Objects.requireNonNullElse(status.cpuset(), "");
        CpuSet cpus = cpus(cpuset, problems);
        List<OnNode> nodes = nodes(status.numaNodeResources(), problems);
        return new Decoded<>(new GivenResources(cpuset, cpus, nodes), problems);
    }

    private static CpuSet cpus(String text, List<WireProblem> problems) {
        try {
            return CpuSet.parse(text);
        } catch (IllegalArgumentException e) {
            problems.add(new WireProblem(
                    KEY, "cpuset", text, "a list of CPUs from 0 to " + CpuSet.HIGHEST + " such as 0-3,8"));
            return CpuSet.EMPTY;
        }
    }

    private static List<OnNode> nodes(@Nullable List<NumaNodeResource> entries, List<WireProblem> problems) {
        if (entries == null) {
            return List.of();
        }
        Set<String> negative = negative(entries, problems);
        List<OnNode> nodes = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (NumaNodeResource entry : entries) {
            int node = Objects.requireNonNullElse(entry.node(), 0);
            if (node < 0 || node > HIGHEST_NODE) {
                others.add(node);
            } else {
                nodes.add(new OnNode(node, without(negative, entry.resources())));
            }
        }
        if (!others.isEmpty()) {
            problems.add(new WireProblem(
                    KEY, "numaNodeResources.node", others.toString(), "ids of NUMA nodes from 0 to " + HIGHEST_NODE));
        }
        return nodes;
    }

    /** Names of resources of which an entry has less than nothing. */
    private static Set<String> negative(List<NumaNodeResource> entries, List<WireProblem> problems) {
        Map<String, String> below = new TreeMap<>();
        for (NumaNodeResource entry : entries) {
            resources(entry.resources()).forEach((name, amount) -> {
                if (Quantities.decimal(amount).signum() < 0) {
                    below.putIfAbsent(name, amount.toString());
                }
            });
        }
        if (!below.isEmpty()) {
            problems.add(new WireProblem(KEY, "numaNodeResources.resources", below.toString(), "0 and more"));
        }
        return below.keySet();
    }

    private static Map<String, Quantity> without(Set<String> names, @Nullable Map<String, Quantity> resources) {
        if (names.isEmpty()) {
            return resources(resources);
        }
        Map<String, Quantity> rest = new HashMap<>(resources(resources));
        rest.keySet().removeAll(names);
        return rest;
    }

    private static Map<String, Quantity> resources(@Nullable Map<String, Quantity> resources) {
        return Objects.requireNonNullElse(resources, Map.of());
    }
}
