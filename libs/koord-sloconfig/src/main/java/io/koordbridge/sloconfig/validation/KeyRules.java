package io.koordbridge.sloconfig.validation;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.NodeEntries;
import io.koordbridge.sloconfig.NodeEntry;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.UnreadPaths;
import io.koordbridge.sloconfig.nodeslo.SloDocument;
import io.koordbridge.sloconfig.nodeslo.SloKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Every rule about one key that looks at no node. */
@PureCore
public final class KeyRules {

    private static final ConfigDocument QOS = SloDocument.of(SloKey.QOS);
    private static final ConfigDocument SYSTEM = SloDocument.of(SloKey.SYSTEM);

    private KeyRules() {}

    /**
     * Reasons to deny a text, in the order in which they are looked for. Of a text with values that cannot be read the others
     * are looked at all the same.
     *
     * @param decoded the text of the key
     * @param data all keys, for rules between them
     * @param namesRequired whether entries need names of their own
     */
    public static List<Rejection> denials(
            ConfigDocument document, Decoded decoded, Map<String, String> data, boolean namesRequired) {
        DocumentProblems words = new DocumentProblems(document, decoded);
        List<NodeEntry> entries = document.entries(decoded.tree());
        UnreadPaths unread = decoded.unread();
        List<Rejection> denials = new ArrayList<>();
        add(denials, Reason.UNREADABLE, decoded.problems());
        for (Rejection denial : ofValues(words, entries, data, namesRequired)) {
            add(denials, denial.reason(), ofWhatWasRead(denial.problems(), document, unread));
        }
        List<NodeEntry> selecting = entries.stream()
                .filter(entry -> !unread.touch(entry.path() + NodeEntries.NODE_SELECTOR))
                .toList();
        new Selection(document.key(), selecting)
                .overlap()
                .ifPresent(conflict -> denials.add(conflicting(words, Reason.OVERLAP, conflict)));
        return denials;
    }

    private static List<Problem> ofWhatWasRead(List<Problem> problems, ConfigDocument document, UnreadPaths unread) {
        return problems.stream()
                .filter(problem -> !problem.key().equals(document.key()) || !unread.touch(problem.field()))
                .toList();
    }

    private static List<Rejection> ofValues(
            DocumentProblems words, List<NodeEntry> entries, Map<String, String> data, boolean namesRequired) {
        List<Rejection> denials = new ArrayList<>();
        add(denials, Reason.NOT_ALLOWED, EntryRules.selectors(words, entries));
        ranges(denials, words, entries);
        if (words.document().key().equals(QOS.key())) {
            network(denials, words, entries, data.getOrDefault(SYSTEM.key(), ""));
        }
        if (namesRequired) {
            add(denials, Reason.NOT_ALLOWED, EntryRules.names(words, entries));
        }
        return denials;
    }

    private static void ranges(List<Rejection> denials, DocumentProblems words, List<NodeEntry> entries) {
        ConfigDocument document = words.document();
        add(
                denials,
                Reason.NOT_ALLOWED,
                RangeRules.problems(
                        words,
                        document.clusterPart(words.decoded().tree()),
                        document.strategy(),
                        document.clusterPath()));
        for (NodeEntry entry : entries) {
            add(
                    denials,
                    Reason.NOT_ALLOWED,
                    RangeRules.problems(words, entry.tree(), document.strategy(), entry.path()));
        }
    }

    /** A missing system configuration says nothing; a broken one is reported, since sums cannot be compared with it. */
    private static void network(
            List<Rejection> denials, DocumentProblems words, List<NodeEntry> entries, String systemText) {
        Decoded system = SYSTEM.decode(systemText.isEmpty() ? "{}" : systemText);
        if (!system.readable()) {
            denials.add(0, Rejection.of(Reason.UNREADABLE, system.problems()));
        }
        Bandwidths bandwidths = system.readable() ? new Bandwidths(system.tree()) : Bandwidths.UNKNOWN;
        ConfigDocument document = words.document();
        add(
                denials,
                Reason.BANDWIDTH,
                NetworkRules.problems(
                        words,
                        document.clusterPart(words.decoded().tree()),
                        document.clusterPath(),
                        bandwidths.ofCluster()));
        for (NodeEntry entry : entries) {
            add(
                    denials,
                    Reason.BANDWIDTH,
                    NetworkRules.problems(words, entry.tree(), entry.path(), bandwidths.of(entry)));
        }
    }

    private static void add(List<Rejection> denials, Reason reason, List<Problem> problems) {
        if (!problems.isEmpty()) {
            denials.add(Rejection.of(reason, problems));
        }
    }

    static Rejection conflicting(DocumentProblems words, Reason reason, Conflict conflict) {
        String entries = words.document().layout().entriesField();
        String nodes = conflict.exampleNodes().isEmpty() ? "" : " on nodes " + conflict.exampleNodes();
        String names = conflict.strategies().stream()
                .map(name -> name.isEmpty() ? "one without name" : name)
                .collect(Collectors.joining(", "));
        Problem problem = words.at(entries, names + nodes, "entries that select no common node");
        return new Rejection(reason, List.of(problem), conflict, List.of());
    }
}
