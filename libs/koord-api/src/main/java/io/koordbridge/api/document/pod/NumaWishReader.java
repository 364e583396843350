package io.koordbridge.api.document.pod;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;

/**
 * Annotations resource-spec and numa-topology-spec of Pods: wishes of their owners, which the scheduler reads and, on binding, completes.
 *
 * <pre>
 * input                                    | value                        | problem
 * -----------------------------------------+------------------------------+------------------------------
 * absent, JSON null                        | absent                       | -
 * no JSON, a number for a text, above      | unreadable                   | the whole text
 *   16,384 characters                      |                              |
 * names of fields in another case          | as written in the right case | -
 * unknown fields, a field that is null     | left out                     | -
 * a policy in another case, unknown policy | as written                   | the field
 * </pre>
 *
 * <p>The <b>scheduler</b>: absent is no wish; a pod with an unreadable document is not placed, and one that is bound keeps what it has;
 * an unknown policy of binding or exclusive use is no wish, an unknown NUMA policy fits no node. Each problem is an event of the pod.
 */
@PureCore
public final class NumaWishReader {

    private static final List<String> BIND = List.of("Default", "FullPCPUs", "SpreadByPCPUs", "ConstrainedBurst");
    private static final List<String> EXCLUSIVE = List.of("None", "PCPULevel", "NUMANodeLevel");
    private static final List<String> NUMA_POLICY = List.of("None", "BestEffort", "Restricted", "SingleNUMANode");
    private static final List<String> NUMA_EXCLUSIVE = List.of("Preferred", "Required");

    private NumaWishReader() {}

    /** Annotation resource-spec. */
    public static Decoded<BindWish> bind(HasMetadata pod) {
        String key = Annotations.POD_RESOURCE_SPEC;
        Decoded<BindWish> document =
                JsonDocument.of(pod, key, BindWish.class, "JSON such as {\"preferredCPUBindPolicy\":\"FullPCPUs\"}");
        List<WireProblem> problems = new ArrayList<>(document.problems());
        BindWish wish = document.orElse(BindWish.NONE);
        unknown(key, "requiredCPUBindPolicy", wish.required(), BIND, problems);
        unknown(key, "preferredCPUBindPolicy", wish.preferred(), BIND, problems);
        unknown(key, "preferredCPUExclusivePolicy", wish.exclusive(), EXCLUSIVE, problems);
        return new Decoded<>(document.found().orElse(null), problems);
    }

    /** Annotation numa-topology-spec. */
    public static Decoded<NumaWish> alignment(HasMetadata pod) {
        String key = Annotations.POD_NUMA_TOPOLOGY_SPEC;
        Decoded<NumaWish> document =
                JsonDocument.of(pod, key, NumaWish.class, "JSON such as {\"numaTopologyPolicy\":\"SingleNUMANode\"}");
        List<WireProblem> problems = new ArrayList<>(document.problems());
        NumaWish wish = document.orElse(NumaWish.NONE);
        unknown(key, "numaTopologyPolicy", wish.policy(), NUMA_POLICY, problems);
        unknown(key, "singleNUMANodeExclusive", wish.exclusive(), NUMA_EXCLUSIVE, problems);
        return new Decoded<>(document.found().orElse(null), problems);
    }

    private static void unknown(
            String key, String field, String value, List<String> allowed, List<WireProblem> problems) {
        if (!value.isEmpty() && !allowed.contains(value)) {
            problems.add(new WireProblem(key, field, value, String.join(", ", allowed)));
        }
    }
}
