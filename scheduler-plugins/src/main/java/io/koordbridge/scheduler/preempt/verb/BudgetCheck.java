package io.koordbridge.scheduler.preempt.verb;

import io.koordbridge.scheduler.preempt.budget.DisruptionApi;
import io.koordbridge.scheduler.preempt.budget.DisruptionBudgets;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Disruption budgets for one request of the preempt verb, read when its first node needs them. */
final class BudgetCheck {

    private final DisruptionApi api;
    private final Set<String> namespaces;
    private @Nullable Known known;

    private record Known(DisruptionBudgets budgets, Map<String, Map<String, String>> labels) {}

    /**
     * A check.
     *
     * @param namespaces of all pods that may be asked for
     */
    BudgetCheck(DisruptionApi api, Set<String> namespaces) {
        this.api = api;
        this.namespaces = new TreeSet<>(namespaces);
    }

    /** Which pods leave beyond some budget when all of them leave, by uid; the most important come first. */
    Set<String> beyond(List<PodFacts> pods) {
        if (known == null) {
            DisruptionBudgets all = api.budgets();
            namespaces.retainAll(all.namespaces());
            known = new Known(all, namespaces.isEmpty() ? Map.of() : api.labels(namespaces, all));
        }
        DisruptionBudgets budgets = known.budgets().again();
        Map<String, Map<String, String>> labels = known.labels();
        return pods.stream()
                .filter(pod -> budgets.exceeded(pod.namespace(), pod.name(), labels.getOrDefault(pod.uid(), Map.of())))
                .map(PodFacts::uid)
                .collect(Collectors.toSet());
    }
}
