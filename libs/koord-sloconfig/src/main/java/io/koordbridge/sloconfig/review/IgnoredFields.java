package io.koordbridge.sloconfig.review;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.ConfigDocument.Layout;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.ParseInfo.Ignored;
import io.koordbridge.sloconfig.ParseInfo.Reason;
import io.koordbridge.sloconfig.review.Finding.Severity;
import java.util.List;
import java.util.Optional;

/** Fields that are read over, with a hint at what was meant. */
@PureCore
final class IgnoredFields {

    private static final List<String> LAYOUT_WORDS = List.of("clusterStrategy", "nodeStrategies", "nodeConfigs");

    private IgnoredFields() {}

    static List<Finding> of(ConfigDocument document, Decoded decoded) {
        return decoded.notes().ignored().stream()
                .map(ignored -> finding(document, ignored))
                .toList();
    }

    private static Finding finding(ConfigDocument document, Ignored ignored) {
        String problem = ignored.reason() == Reason.REPEATED
                ? "field is repeated below, where the last one wins"
                : "unknown field, without effect";
        String allowed = ignored.reason() == Reason.REPEATED ? "each field once" : hint(document, ignored);
        return new Finding(Severity.WARNING, ignored.line(), document.key(), ignored.path(), problem, allowed);
    }

    private static String hint(ConfigDocument document, Ignored ignored) {
        boolean atTop = ignored.path().equals(ignored.name());
        if (atTop && LAYOUT_WORDS.contains(ignored.name())) {
            return "this key has " + layout(document.layout());
        }
        if (atTop && document.strategy().field(ignored.name()).isPresent()) {
            return "inside clusterStrategy";
        }
        Optional<String> nearest = NearestName.of(ignored.name(), ignored.siblings());
        return nearest.map(name -> "did you mean " + name + "?").orElseGet(() -> known(ignored.siblings()));
    }

    private static String layout(Layout layout) {
        String entries = layout.entriesField() + " for some nodes";
        return layout == Layout.CLUSTER_STRATEGY
                ? "clusterStrategy for all nodes, " + entries
                : "its fields at the top for all nodes, " + entries;
    }

    private static String known(List<String> siblings) {
        return siblings.isEmpty() ? "" : "one of " + String.join(", ", siblings);
    }

    static Finding ofKey(String key, List<String> known) {
        String allowed = NearestName.of(key, known)
                .map(name -> "did you mean " + name + "?")
                .orElseGet(() -> "one of " + String.join(", ", known));
        return new Finding(Severity.WARNING, 0, key, "", "unknown key, without effect", allowed);
    }
}
