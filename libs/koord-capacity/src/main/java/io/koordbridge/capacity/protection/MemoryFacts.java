package io.koordbridge.capacity.protection;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * What is known of evictions on a node whose memory is nearly used up.
 *
 * @param agent what the agent wrote into its annotation, cut to a line; null where it writes none, as an older one or that of Koordinator
 * @param thresholds of the NodeSLO, null without them
 */
@PureCore
public record MemoryFacts(@Nullable String agent, @Nullable ResourceThresholdStrategy thresholds) {

    /** Of a node of which nothing is known. */
    public static final MemoryFacts NONE = new MemoryFacts(null, null);

    private static final int LONGEST_WORDS = 200;

    static MemoryFacts of(Node node, @Nullable NodeSloSpec slo) {
        String agent = orEmpty(node.getMetadata().getAnnotations()).get(Annotations.NODE_MEMORY_PROTECTION);
        return new MemoryFacts(
                agent == null ? null : agent.substring(0, Math.min(agent.length(), LONGEST_WORDS)),
                slo == null ? null : slo.resourceUsedThresholdWithBE());
    }
}
