package io.koordbridge.descheduler.decide.load;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Set;

/**
 * Which pods may be chosen.
 *
 * @param include namespaces; empty takes all
 * @param exclude namespaces
 * @param selectors one of them has to match; empty takes all pods
 */
@PureCore
public record PodChoice(Set<String> include, Set<String> exclude, List<CompiledSelector> selectors) {

    public PodChoice {
        include = Set.copyOf(include);
        exclude = Set.copyOf(exclude);
        selectors = List.copyOf(selectors);
    }

    /** Whether a pod may be chosen, or what keeps it. */
    public Verdict check(PodFacts pod) {
        String namespace = pod.ref().namespace();
        if (exclude.contains(namespace) || !(include.isEmpty() || include.contains(namespace))) {
            return Verdict.refused(
                    "EvictableNamespaces", "namespace " + namespace + " is not among those that LowNodeLoad takes");
        }
        boolean selected =
                selectors.isEmpty() || selectors.stream().anyMatch(selector -> selector.matches(pod.labels()));
        return selected ? Verdict.ALLOWED : Verdict.refused("PodSelectors", "no podSelector matches its labels");
    }
}
