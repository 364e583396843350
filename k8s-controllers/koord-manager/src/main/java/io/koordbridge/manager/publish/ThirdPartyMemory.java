package io.koordbridge.manager.publish;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.capacity.batchresource.OriginDocument;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.ThirdPartyShares;
import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.protocol.Annotations;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What third parties held when it was last readable; a node is worked on by one thread at a time. */
final class ThirdPartyMemory {

    private final Map<String, ThirdPartyShare> lastGood = new ConcurrentHashMap<>();
    private final NodeWarnings warnings;
    private final NodeResourceMetrics metrics;

    ThirdPartyMemory(NodeWarnings warnings, NodeResourceMetrics metrics) {
        this.warnings = warnings;
        this.metrics = metrics;
    }

    /** The share of a node; an unreadable annotation keeps what was known. */
    ThirdPartyShare share(Node node) {
        String name = node.getMetadata().getName();
        String text = AnnotationCodec.text(node, Annotations.NODE_THIRD_PARTY_ALLOCATIONS)
                .orElse(null);
        try {
            ThirdPartyShare share = ThirdPartyShares.read(name, text);
            lastGood.put(name, share);
            warnings.thirdParties(node, "", "");
            return share;
        } catch (RuntimeException e) {
            String problem = e instanceof BadAnnotationException bad
                    ? String.valueOf(bad.getMessage())
                    : Annotations.NODE_THIRD_PARTY_ALLOCATIONS + " of Node/" + name + ": threw "
                            + Defect.of(e).text();
            metrics.unreadableThirdParties();
            ThirdPartyShare known = lastGood.computeIfAbsent(
                    name,
                    unused -> ThirdPartyShares.shown(origin(node), allocatable(node))
                            .orElse(null));
            ThirdPartyShare kept = ThirdPartyShares.keep(known);
            warnings.thirdParties(node, String.valueOf(text), problem + ", kept: " + kept);
            return kept;
        }
    }

    /** The published values contain what another replica read last. */
    void begin() {
        lastGood.clear();
    }

    void forget(String name) {
        lastGood.remove(name);
    }

    private static Map<String, Quantity> origin(Node node) {
        return OriginDocument.read(
                node.getMetadata().getName(),
                AnnotationCodec.text(node, Annotations.NODE_ORIGIN_ALLOCATABLE).orElse(null));
    }

    private static Map<String, Quantity> allocatable(Node node) {
        boolean known = node.getStatus() != null && node.getStatus().getAllocatable() != null;
        return known ? node.getStatus().getAllocatable() : Map.of();
    }
}
