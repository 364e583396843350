package io.koordbridge.admission.mutation;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.koordbridge.admission.mutation.PodMutation.Finding;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which profiles concern a pod. A selector that does not parse and an unknown namespace match nothing. */
@PureCore
final class ProfileMatching {

    private static final Pattern PERCENT = Pattern.compile("([+-]?\\d{1,18})%");

    private static final Comparator<ClusterColocationProfile> BY_NAME =
            Comparator.comparing(profile -> profile.getMetadata().getName());

    private ProfileMatching() {}

    /** Profiles that match the pod as submitted, by name. */
    static List<ClusterColocationProfile> matching(PodMutation.Input input, List<Finding> findings) {
        Map<String, String> labels = PodTree.texts(input.pod(), "labels");
        List<ClusterColocationProfile> matching = new ArrayList<>();
        for (CompiledProfile one : input.profiles()) {
            ClusterColocationProfile profile = one.profile();
            if (profile.getSpec() != null
                    && selected(profile, one.namespaces(), input.namespaceLabels(), "namespaceSelector", findings)
                    && selected(profile, one.pods(), labels, "selector", findings)) {
                matching.add(profile);
            }
        }
        matching.sort(BY_NAME);
        return matching;
    }

    /** Profiles that match an object of the cluster, which has no namespace, by name. */
    static List<ClusterColocationProfile> matching(
            List<CompiledProfile> profiles, Map<String, String> labels, List<Finding> findings) {
        return profiles.stream()
                .filter(one -> one.profile().getSpec() != null
                        && selected(one.profile(), one.pods(), labels, "selector", findings))
                .map(CompiledProfile::profile)
                .sorted(BY_NAME)
                .toList();
    }

    private static boolean selected(
            ClusterColocationProfile profile,
            CompiledSelector selector,
            @Nullable Map<String, String> labels,
            String field,
            List<Finding> findings) {
        if (selector.isEmpty()) {
            return true;
        }
        Optional<String> problem = selector.problem();
        if (problem.isPresent()) {
            findings.add(new Finding(profile, "ProfileSelectorInvalid", "spec." + field + ": " + problem.get()));
            return false;
        }
        if (labels == null) {
            findings.add(new Finding(
                    profile, "ProfileNamespaceUnknown", "spec." + field + ": the pod's namespace is not known"));
            return false;
        }
        return selector.matches(labels);
    }

    /** Whether the profile keeps cpu and memory of its pods. */
    static boolean keepsResources(ClusterColocationProfile profile) {
        Map<String, String> annotations = profile.getMetadata().getAnnotations();
        return annotations != null && annotations.containsKey(Annotations.PROFILE_SKIP_UPDATE_RESOURCES);
    }

    /** Whether the draw for this profile is inside its probability. */
    static boolean chosen(ClusterColocationProfile profile, ToIntFunction<String> draws) {
        return chosen(profile, draws.applyAsInt(profile.getMetadata().getName()));
    }

    /** Whether the draw is inside the profile's probability; {@code 50%} keeps the draws 0..50. */
    static boolean chosen(ClusterColocationProfile profile, int draw) {
        long percent = percent(profile);
        return percent != 0 && (percent == 100 || draw <= percent);
    }

    private static long percent(ClusterColocationProfile profile) {
        IntOrString probability = profile.getSpec().probability();
        if (probability == null) {
            return 100;
        }
        Integer number = probability.getIntVal();
        if (number != null) {
            return number;
        }
        Matcher matcher = PERCENT.matcher(String.valueOf(probability.getStrVal()));
        if (!matcher.matches()) {
            throw new RefusedException("profile " + profile.getMetadata().getName() + ": probability '"
                    + probability.getStrVal() + "', allowed: a whole number or N%");
        }
        return Long.parseLong(matcher.group(1));
    }
}
