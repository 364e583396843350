package io.koordbridge.sloconfig.validation;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.NodeEntry;
import io.koordbridge.sloconfig.catalog.ConfigCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a config map may be stored. */
@PureCore
public final class ConfigMapRules {

    private ConfigMapRules() {}

    private record Checked(DocumentProblems words, Selection selection) {}

    /**
     * The first reason to deny, with everything else that is wrong with the same key.
     *
     * @param before data that is stored now, null when the object is new; keys with the same text are not looked at
     * @param nodes nodes that exist, asked for only when entries can collide
     */
    public static Optional<Rejection> denial(
            Map<String, String> data,
            @Nullable Map<String, String> before,
            Iterable<LabelledNode> nodes,
            boolean namesRequired) {
        List<Checked> checked = new ArrayList<>();
        for (ConfigDocument document : ConfigCatalog.checkedAtAdmission()) {
            String text = data.getOrDefault(document.key(), "");
            boolean same = before != null && text.equals(before.get(document.key()));
            if (text.isEmpty() || same) {
                continue;
            }
            Decoded decoded = document.decode(text);
            List<Rejection> denials = KeyRules.denials(document, decoded, data, namesRequired);
            if (!denials.isEmpty()) {
                return Optional.of(Rejection.first(denials));
            }
            List<NodeEntry> entries = document.entries(decoded.tree());
            checked.add(new Checked(new DocumentProblems(document, decoded), new Selection(document.key(), entries)));
        }
        return checked.stream()
                .filter(one -> one.selection().canConflict())
                .flatMap(one -> one.selection().conflict(nodes).stream()
                        .map(conflict -> KeyRules.conflicting(one.words(), Reason.NODE_CONFLICT, conflict)))
                .findFirst();
    }
}
