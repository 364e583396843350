package io.koordbridge.sloconfig.validation;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.catalog.ConfigCatalog;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a node may get other labels: two entries of one key must not select it. */
@PureCore
public final class NodeLabelRules {

    private NodeLabelRules() {}

    /**
     * The first reason to deny; a key that cannot be read is left out.
     *
     * @param data the config map as stored
     */
    public static Optional<Rejection> denial(
            Map<String, String> labelsBefore, LabelledNode node, Map<String, String> data) {
        if (labelsBefore.equals(node.labels())) {
            return Optional.empty();
        }
        for (ConfigDocument document : ConfigCatalog.checkedAtAdmission()) {
            String text = data.getOrDefault(document.key(), "");
            Decoded decoded = document.decode(text.isEmpty() ? "{}" : text);
            Optional<Conflict> conflict = decoded.readable()
                    ? new Selection(document.key(), document.entries(decoded.tree())).conflict(node.labels())
                    : Optional.empty();
            if (conflict.isPresent()) {
                Conflict found = conflict.get();
                return Optional.of(KeyRules.conflicting(
                        new DocumentProblems(document, decoded),
                        Reason.NODE_CONFLICT,
                        new Conflict(found.config(), found.strategies(), List.of(node.name()))));
            }
        }
        return Optional.empty();
    }
}
