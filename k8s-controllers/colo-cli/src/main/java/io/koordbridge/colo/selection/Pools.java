package io.koordbridge.colo.selection;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.NodeEntry;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Pools are the entries of {@code nodeConfigs} in {@code colocation-config}: a node is in the first that selects it. */
@PureCore
final class Pools {

    private Pools() {}

    /**
     * Names of the nodes in a pool.
     *
     * @param text of {@code colocation-config}, empty for none
     * @param labels of each node by name
     * @throws AnswerException when there is no pool of the name
     */
    static Set<String> nodes(String pool, String text, Map<String, Map<String, String>> labels) {
        ConfigDocument document = ColocationSchemas.CONFIG;
        List<NodeEntry> entries = text.isBlank()
                ? List.of()
                : document.entries(document.decode(text).tree());
        if (entries.stream().noneMatch(entry -> entry.name().equals(pool))) {
            String known = entries.stream().map(NodeEntry::name).distinct().collect(Collectors.joining(", "));
            throw new AnswerException("no pool " + pool + " in nodeConfigs of " + ColocationSchemas.KEY + ": there is "
                    + (known.isEmpty() ? "none" : known));
        }
        return labels.entrySet().stream()
                .filter(node -> pool.equals(poolOf(entries, node.getValue())))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static String poolOf(List<NodeEntry> entries, Map<String, String> labels) {
        return entries.stream()
                .filter(entry -> CompiledSelector.of(entry.selector()).matches(labels))
                .map(NodeEntry::name)
                .findFirst()
                .orElse("");
    }
}
