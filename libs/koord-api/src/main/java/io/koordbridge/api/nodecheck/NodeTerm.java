package io.koordbridge.api.nodecheck;

import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.koordbridge.protocol.PureCore;
import java.util.List;

/**
 * One term of a required node affinity: all rules have to hold, and one without rules matches nothing.
 *
 * @param labels rules on labels
 * @param fields rules on fields, of which Kubernetes knows {@code metadata.name}
 */
@PureCore
public record NodeTerm(List<LabelRule> labels, List<LabelRule> fields) {

    /** Matches nothing. */
    public static final NodeTerm NOTHING = new NodeTerm(List.of(), List.of());

    private static final String NAME_FIELD = "metadata.name";

    public NodeTerm {
        labels = List.copyOf(labels);
        fields = List.copyOf(fields);
    }

    /** Of a term object. */
    public static NodeTerm of(NodeSelectorTerm term) {
        return new NodeTerm(
                term.getMatchExpressions().stream().map(LabelRule::of).toList(),
                term.getMatchFields().stream().map(LabelRule::of).toList());
    }

    /** Whether the node fulfils all rules. */
    public boolean matches(NodeTraits node) {
        return !(labels.isEmpty() && fields.isEmpty())
                && labels.stream().allMatch(rule -> rule.matches(node.labels().get(rule.key())))
                && fields.stream().allMatch(rule -> rule.matches(rule.key().equals(NAME_FIELD) ? node.name() : null));
    }
}
