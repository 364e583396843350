package io.koordbridge.manager.publish;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.Origin;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.ThirdPartyShares;
import io.koordbridge.protocol.Annotations;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What third parties held when it was last readable; a node is worked on by one thread at a time. Where an entry is wrong, its last good
 * version counts and the others go on changing: YARN's lease is one of them.
 */
final class ThirdPartyMemory {

    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private final NodeWarnings warnings;
    private final NodeResourceMetrics metrics;

    ThirdPartyMemory(NodeWarnings warnings, NodeResourceMetrics metrics) {
        this.warnings = warnings;
        this.metrics = metrics;
    }

    /**
     * What counts.
     *
     * @param entries null while all that is known is what the Node shows as taken
     */
    private record Known(@Nullable ThirdParties entries, ThirdPartyShare share) {}

    /** The share of a node; what is wrong in the annotation keeps what was known. */
    ThirdPartyShare share(Node node) {
        String name = node.getMetadata().getName();
        Decoded<ThirdParties> read = ThirdParties.read(node);
        Known before = known.get(name);
        Known now = read.isGood() || read.value() != null ? counted(read, before) : kept(node, before);
        if (now != null) {
            known.put(name, now);
        }
        ThirdPartyShare share = now == null ? ThirdPartyShares.of(read) : now.share();
        look(node, read.problems(), share);
        return share;
    }

    private static Known counted(Decoded<ThirdParties> read, @Nullable Known before) {
        Decoded<ThirdParties> counted =
                read.map(entries -> entries.withLastGood(before == null ? null : before.entries()));
        return new Known(counted.value(), ThirdPartyShares.of(counted));
    }

    private static @Nullable Known kept(Node node, @Nullable Known before) {
        return before == null
                ? ThirdPartyShares.shown(origin(node), allocatable(node))
                        .map(share -> new Known(null, share))
                        .orElse(null)
                : new Known(before.entries(), before.share().asLastGood());
    }

    private void look(Node node, List<WireProblem> problems, ThirdPartyShare share) {
        if (problems.isEmpty()) {
            warnings.thirdParties(node, "", "");
            return;
        }
        metrics.unreadableThirdParties();
        String text = AnnotationCodec.text(node, Annotations.NODE_THIRD_PARTY_ALLOCATIONS)
                .orElse("");
        String words = problems.stream().map(WireProblem::message).collect(Collectors.joining("; "));
        warnings.thirdParties(
                node, text, "Node/" + node.getMetadata().getName() + ": " + words + "; counted: " + share);
    }

    /** The published values contain what another replica read last. */
    void begin() {
        known.clear();
    }

    void forget(String name) {
        known.remove(name);
    }

    private static Map<String, Quantity> origin(Node node) {
        return Origin.read(node).map(Origin::resources).orElse(Map.of());
    }

    private static Map<String, Quantity> allocatable(Node node) {
        boolean known = node.getStatus() != null && node.getStatus().getAllocatable() != null;
        return known ? node.getStatus().getAllocatable() : Map.of();
    }
}
