package io.koordbridge.manager.profile.missedpods;

import io.koordbridge.admission.mutation.ProfileProbability;
import io.koordbridge.api.config.ClusterColocationProfileSpec;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.manager.server.webhook.WebhookScope;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides whether profiles should have changed a pod and did not. */
@PureCore
final class MissedPodRule {

    /** The chart registers the webhooks of pods for no namespace with this label, as Koordinator does. */
    private static final String NOT_REGISTERED = "control-plane";

    private final List<TimedProfile> profiles;
    private final WebhookScope scope;

    MissedPodRule(List<TimedProfile> profiles, WebhookScope scope) {
        this.profiles = profiles.stream()
                .filter(one -> one.profile().getSpec() != null)
                .sorted(Comparator.comparing(one -> one.profile().getMetadata().getName()))
                .toList();
        this.scope = scope;
    }

    /** What can be said of a pod. */
    enum Finding {
        /** No profile concerns it, or all left their marks. */
        FINE,
        /** Only profiles that draw lots concern it. */
        UNDECIDED,
        /** Its namespace is not known yet. */
        UNKNOWN,
        MISSED
    }

    /**
     * A finding.
     *
     * @param profiles names of those that should have been applied
     */
    record Judgement(Finding finding, List<String> profiles) {

        Judgement {
            profiles = List.copyOf(profiles);
        }

        static Judgement of(Finding finding) {
            return new Judgement(finding, List.of());
        }
    }

    /** Whether there is no profile that could concern a pod. */
    boolean rulesNothing() {
        return profiles.isEmpty();
    }

    /** Number of profiles whose pods allow no conclusion. */
    long drawingLots() {
        return profiles.stream()
                .map(TimedProfile::profile)
                .filter(one -> !ProfileProbability.isAlways(one) && !ProfileProbability.isNever(one))
                .count();
    }

    /**
     * Judges a pod.
     *
     * @param namespaceLabels labels of its namespace, null when it is not known
     */
    Judgement judge(PodFacts pod, @Nullable Map<String, String> namespaceLabels) {
        boolean concerned = !pod.isOver()
                && scope.covers(pod.namespace(), namespaceLabels)
                && !WebhookScope.optsOut(pod.labels())
                && !isNotRegistered(namespaceLabels)
                && !profiles.isEmpty();
        if (!concerned) {
            return Judgement.of(Finding.FINE);
        }
        return namespaceLabels == null ? Judgement.of(Finding.UNKNOWN) : byProfiles(pod, namespaceLabels);
    }

    private static boolean isNotRegistered(@Nullable Map<String, String> namespaceLabels) {
        return namespaceLabels != null && namespaceLabels.containsKey(NOT_REGISTERED);
    }

    private Judgement byProfiles(PodFacts pod, Map<String, String> namespaceLabels) {
        ExpectedMetadata marks = new ExpectedMetadata();
        List<String> certain = new ArrayList<>();
        boolean lots = false;
        for (TimedProfile one : profiles) {
            ClusterColocationProfileSpec spec = one.profile().getSpec();
            if (!selects(one.compiled().namespaces(), namespaceLabels)
                    || !selects(one.compiled().pods(), pod.labels())) {
                continue;
            }
            boolean ruled = one.ruledAt(pod.createdAt());
            if (ruled && ProfileProbability.isAlways(one.profile())) {
                marks.apply(spec);
                certain.add(one.profile().getMetadata().getName());
            } else if (!ruled || !ProfileProbability.isNever(one.profile())) {
                marks.forget(spec);
                lots |= ruled;
            }
        }
        if (!marks.isEmpty()) {
            return new Judgement(marks.missingOn(pod) ? Finding.MISSED : Finding.FINE, certain);
        }
        return Judgement.of(lots ? Finding.UNDECIDED : Finding.FINE);
    }

    private static boolean selects(CompiledSelector selector, Map<String, String> labels) {
        return selector.isEmpty() || selector.matches(labels);
    }
}
