package io.koordbridge.manager.handlers.bindingadmission;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.manager.handlers.bindingadmission.BindingRules.PodMarks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BindingRulesTest {

    private static final String STRANGER = "system:serviceaccount:team:other-scheduler";
    private static final PodMarks PLAIN = new PodMarks(Map.of("app", "web"), Map.of());

    private static BindingRules rules(boolean everywhere, boolean dryRun) {
        return new BindingRules(
                List.of("kube-scheduler", "koord-scheduler"),
                everywhere,
                Set.of("batch"),
                Set.of("kube-system"),
                Set.of("bypass"),
                Set.of("let-me"),
                dryRun);
    }

    private static Optional<BindingDecision> decide(BindingRules rules, String user, String namespace, PodMarks pod) {
        return rules.decide(user, namespace, () -> Optional.of(pod));
    }

    @Test
    void allowsNamedUsersWithoutAskingForThePod() {
        assertThat(rules(true, false).decide("system:kube-scheduler", "batch", () -> {
                    throw new AssertionError("asked for the pod");
                }))
                .contains(BindingDecision.ALLOWED_USER);
    }

    @Test
    void deniesOthersInTheNamedNamespacesOnly() {
        assertThat(decide(rules(false, false), STRANGER, "batch", PLAIN)).contains(BindingDecision.DENIED);
        assertThat(decide(rules(false, false), STRANGER, "web", PLAIN)).contains(BindingDecision.OUT_OF_SCOPE);
        assertThat(decide(rules(true, false), STRANGER, "web", PLAIN)).contains(BindingDecision.DENIED);
        assertThat(decide(rules(true, false), STRANGER, "kube-system", PLAIN))
                .contains(BindingDecision.EXCLUDED_NAMESPACE);
    }

    @Test
    void letsMarkedPodsThrough() {
        PodMarks label = new PodMarks(Map.of("bypass", ""), Map.of());
        PodMarks annotation = new PodMarks(Map.of(), Map.of("let-me", "yes"));

        assertThat(decide(rules(true, false), STRANGER, "web", label)).contains(BindingDecision.BYPASS_LABEL);
        assertThat(decide(rules(true, false), STRANGER, "web", annotation)).contains(BindingDecision.BYPASS_ANNOTATION);
    }

    @Test
    void allowsWhatItCannotJudge() {
        Optional<BindingDecision> unknown = rules(true, false).decide(STRANGER, "web", Optional::empty);

        assertThat(unknown).contains(BindingDecision.UNKNOWN_POD);
        assertThat(unknown.orElseThrow().isAllowed()).isTrue();
    }

    @Test
    void onlyCountsDenialsOfADryRun() {
        assertThat(decide(rules(true, true), STRANGER, "web", PLAIN)).contains(BindingDecision.DRY_RUN);
        assertThat(BindingDecision.DRY_RUN.isAllowed()).isTrue();
        assertThat(BindingDecision.DENIED.isAllowed()).isFalse();
    }

    @Test
    void restrictsNoUserByDefault() {
        BindingRules shipped = BindingRules.of(new BindingAdmissionConfig());

        assertThat(decide(shipped, STRANGER, "batch", PLAIN)).isEmpty();
    }
}
