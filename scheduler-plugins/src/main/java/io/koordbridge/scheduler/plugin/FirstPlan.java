package io.koordbridge.scheduler.plugin;

import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;

/** Plans of several capabilities: the first that plans a pod decides. */
record FirstPlan(List<PodPlan> plans) implements PodPlan {

    static PodPlan of(List<PodPlan> plans) {
        return switch (plans.size()) {
            case 0 -> PodPlan.NONE;
            case 1 -> plans.get(0);
            default -> new FirstPlan(plans);
        };
    }

    FirstPlan {
        plans = List.copyOf(plans);
    }

    @Override
    public Answer answer(PodFacts pod, List<String> candidates) {
        return plans.stream()
                .map(plan -> plan.answer(pod, candidates))
                .filter(answer -> !(answer instanceof Free))
                .findFirst()
                .orElseGet(Free::new);
    }

    @Override
    public List<String> details(PodFacts pod) {
        return plans.stream().flatMap(plan -> plan.details(pod).stream()).toList();
    }
}
