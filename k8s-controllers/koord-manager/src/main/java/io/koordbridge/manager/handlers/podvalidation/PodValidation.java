package io.koordbridge.manager.handlers.podvalidation;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.manager.config.featuregate.FeatureGates;
import io.koordbridge.manager.config.featuregate.Gate;
import io.koordbridge.manager.handlers.podvalidation.Violation.Kind;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.manager.server.webhook.CallerGoneException;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All stages of the validation in order; the first one that finds something decides. */
public final class PodValidation {

    private static final String RESERVE_POD = "scheduling.koordinator.sh/reserve-pod";

    private final FeatureGates gates;
    private final PodQuotas quotas;
    private final Supplier<EnhancedRules> enhanced;

    /**
     * A validation.
     *
     * @param enhanced rules of the config map, as they are now
     */
    public PodValidation(FeatureGates gates, PodQuotas quotas, Supplier<EnhancedRules> enhanced) {
        this.gates = gates;
        this.quotas = quotas;
        this.enhanced = enhanced;
    }

    /**
     * What came out.
     *
     * @param violations by field, without duplicates; empty when the reason names no field
     * @param reason empty when nothing is wrong
     */
    public record Outcome(List<Violation> violations, String reason) {

        private static final Outcome FINE = new Outcome(List.of(), "");

        public Outcome {
            violations = List.copyOf(violations);
        }

        /** Whether the pod may pass. */
        public boolean isAllowed() {
            return reason.isEmpty();
        }

        private static Outcome of(List<Violation> found) {
            Set<Violation> distinct = new LinkedHashSet<>(found);
            List<String> messages = distinct.stream().map(Violation::message).toList();
            String text = messages.size() == 1 ? messages.get(0) : messages.toString();
            return found.isEmpty() ? FINE : new Outcome(List.copyOf(distinct), text);
        }

        private static Outcome of(Optional<String> refusal) {
            return refusal.map(reason -> new Outcome(List.of(), reason)).orElse(FINE);
        }
    }

    /**
     * A pod that is created or updated.
     *
     * @param before the pod before an update, null on creation
     * @param deadline by when the caller wants the answer
     * @param ofProfile whether this is a profile that is applied to a waiting pod: that may change what otherwise may not
     */
    public record Change(
            Pod pod, @Nullable Pod before, String namespace, CallerDeadline deadline, BooleanSupplier ofProfile) {

        /** A change by another writer than a profile, for a caller who waits. */
        public Change(Pod pod, @Nullable Pod before, String namespace) {
            this(pod, before, namespace, CallerDeadline.UNKNOWN, () -> false);
        }
    }

    /** What is wrong with a pod. */
    public Outcome validate(Change change) {
        Pod pod = change.pod();
        List<Supplier<Outcome>> stages = List.of(
                () -> Outcome.of(reserved(pod)),
                () -> Outcome.of(colocation(change)),
                () -> Outcome.of(membership(change)),
                () -> Outcome.of(quotas.admit(pod, change.before(), change.namespace(), change.deadline())),
                () -> Outcome.of(
                        gates.isOn(Gate.VALIDATE_POD_DEVICE_RESOURCE) ? DeviceRules.violations(pod) : List.of()),
                () -> Outcome.of(
                        gates.isOn(Gate.ENABLE_POD_ENHANCED_VALIDATOR)
                                ? enhanced.get().refusal(pod, change.namespace())
                                : Optional.empty()));
        return stages.stream()
                .peek(stage -> CallerGoneException.check(change.deadline()))
                .map(Supplier::get)
                .filter(outcome -> !outcome.isAllowed())
                .findFirst()
                .orElse(Outcome.FINE);
    }

    private List<Violation> colocation(Change change) {
        boolean fixedSubPriority = !gates.isOn(Gate.COLOCATION_PROFILE_SKIP_VALIDATING_PRIORITY);
        List<Violation> found = ColocationRules.violations(change.pod(), change.before(), fixedSubPriority);
        return found.isEmpty() || !change.ofProfile().getAsBoolean()
                ? found
                : ColocationRules.violations(change.pod(), null, fixedSubPriority);
    }

    private static List<Violation> reserved(Pod pod) {
        Map<String, String> annotations =
                pod.getMetadata() == null ? null : pod.getMetadata().getAnnotations();
        return annotations != null && annotations.containsKey(RESERVE_POD)
                ? List.of(new Violation(
                        Kind.FORBIDDEN, "annotations." + RESERVE_POD, "marks pods that the scheduler makes up"))
                : List.of();
    }

    private Optional<String> membership(Change change) {
        if (change.before() != null) {
            String was = ColocationRules.text(change.before(), Labels.QUOTA_PREEMPTIBLE);
            String now = ColocationRules.text(change.pod(), Labels.QUOTA_PREEMPTIBLE);
            if (!was.equals(now) && !change.ofProfile().getAsBoolean()) {
                return Optional.of(
                        "labels." + Labels.QUOTA_PREEMPTIBLE + " '" + now + "', was '" + was + "' and may not change");
            }
        }
        Optional<String> foreign = foreignQuota(change);
        return foreign.isPresent() || gates.isOn(Gate.SUPPORT_PARENT_QUOTA_SUBMIT_POD)
                ? foreign
                : quotas.parentQuota(change.pod(), change.namespace())
                        .map(quota -> "quota '" + quota + "' is a parent: pods belong to one of its children, or to any"
                                + " with the feature gate SupportParentQuotaSubmitPod");
    }

    /** What a pod has stayed with may stay: it is counted elsewhere. */
    private Optional<String> foreignQuota(Change change) {
        String label = ColocationRules.text(change.pod(), Labels.QUOTA_NAME);
        boolean same = change.before() != null
                && ColocationRules.text(change.before(), Labels.QUOTA_NAME).equals(label);
        return same
                ? Optional.empty()
                : quotas.foreignQuota(change.pod(), change.namespace())
                        .map(quota -> "labels." + Labels.QUOTA_NAME + " '" + quota
                                + "': that quota serves only the namespaces of its annotation "
                                + Annotations.QUOTA_NAMESPACES + ", not " + change.namespace());
    }
}
