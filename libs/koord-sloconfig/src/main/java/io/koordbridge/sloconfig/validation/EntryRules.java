package io.koordbridge.sloconfig.validation;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.NodeEntries;
import io.koordbridge.sloconfig.NodeEntry;
import io.koordbridge.sloconfig.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What makes an entry one: a selector that selects something, and a name of its own. */
@PureCore
final class EntryRules {

    private EntryRules() {}

    static List<Problem> selectors(DocumentProblems words, List<NodeEntry> entries) {
        List<Problem> problems = new ArrayList<>();
        for (NodeEntry entry : entries) {
            CompiledSelector selector = CompiledSelector.of(entry.selector());
            String path = entry.path() + NodeEntries.NODE_SELECTOR;
            if (selector.isEmpty()) {
                problems.add(words.at(path, "", "a selector with at least one label or expression"));
            } else {
                Optional<String> wrong = selector.problem();
                wrong.ifPresent(text -> problems.add(words.at(path, text, "a valid label selector")));
            }
        }
        return problems;
    }

    static List<Problem> names(DocumentProblems words, List<NodeEntry> entries) {
        List<Problem> problems = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (NodeEntry entry : entries) {
            String path = entry.path() + NodeEntries.NAME;
            if (entry.name().isEmpty()) {
                problems.add(words.at(path, "", "a non-empty name"));
            } else if (!seen.add(entry.name())) {
                problems.add(words.at(path, entry.name(), "a name that no other entry of the key has"));
            }
        }
        return problems;
    }
}
