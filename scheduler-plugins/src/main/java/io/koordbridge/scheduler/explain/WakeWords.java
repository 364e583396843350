package io.koordbridge.scheduler.explain;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What has to happen before a refusal can go. */
@PureCore
final class WakeWords {

    private static final Map<String, String> BY_WORDS = Map.ofEntries(
            Map.entry(
                    "Insufficient quotas",
                    "room in the quota: a higher maximum, less demand of others, or a pod of it that ends"),
            Map.entry("not known to the extender", "the node's next event"),
            Map.entry("invalid CPU Topology", "a NodeResourceTopology of the node with CPUs"),
            Map.entry("missing NUMA resources", "a NodeResourceTopology of the node with zones"),
            Map.entry("policy not match", "another NUMA policy of the pod or the node"),
            Map.entry("conflicts with pod's required", "another bind policy of the pod or the node"),
            Map.entry("must be integer", "a pod that requests whole CPUs"),
            Map.entry("not multiple cpus per core", "a pod that requests whole cores"),
            Map.entry("invalid CPU amplification ratio", "a ratio of the node that can be read"),
            Map.entry("usage exceed threshold", "a report of the node that is below the threshold"),
            Map.entry("nodeMetric expired", "a new report of the node"));

    private WakeWords() {}

    /** In words; by default a pod that leaves or more capacity. */
    static String of(String reasons) {
        List<String> words = new ArrayList<>();
        BY_WORDS.forEach((part, what) -> {
            if (reasons.contains(part)) {
                words.add(what);
            }
        });
        words.sort(null);
        return words.isEmpty() ? "a pod that leaves such a node, or more capacity there" : String.join("; ", words);
    }
}
