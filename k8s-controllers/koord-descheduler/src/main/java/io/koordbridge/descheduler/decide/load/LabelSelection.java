package io.koordbridge.descheduler.decide.load;

import io.koordbridge.api.nodecheck.LabelRule;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;

/**
 * A label selector; without rules it takes everything.
 *
 * @param rules all have to hold
 */
@PureCore
public record LabelSelection(List<LabelRule> rules) {

    public LabelSelection {
        rules = List.copyOf(rules);
    }

    /** Whether an object with these labels is selected. */
    public boolean matches(Map<String, String> labels) {
        for (LabelRule rule : rules) {
            if (!rule.matches(labels.get(rule.key()))) {
                return false;
            }
        }
        return true;
    }
}
