package io.koordbridge.colo.answer;

import static io.koordbridge.answers.Required.field;

import java.util.List;

/**
 * Field {@code outsideTier} of {@code /api/v1/status} of the koord-manager.
 *
 * @param pods number of best-effort pods that are Burstable or Guaranteed for Kubernetes
 * @param named some of them
 */
public record OutsideTierAnswer(int pods, List<String> named) {

    public OutsideTierAnswer {
        field("outsideTier.named", named);
        named = List.copyOf(named);
    }

    /** Some of them, and where the others are. */
    public String detail() {
        return "best-effort pods outside the best-effort tier, such as " + String.join(", ", named)
                + ": kubectl get events -A --field-selector reason=BestEffortPodOutsideTier";
    }
}
