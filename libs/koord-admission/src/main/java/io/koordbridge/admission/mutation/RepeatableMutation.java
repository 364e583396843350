package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.mutation.PodMutation.Input;
import io.koordbridge.admission.mutation.PodMutation.Outcome;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.api.config.ClusterColocationProfileSpec;
import io.koordbridge.api.document.admission.ConsideredProfiles;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The mutation of a pod that the API server may ask for twice in one admission, because something changed the pod in between. The second
 * call converts what was added, and changes nothing else. Where profiles do not ensure that (they draw lots, match the changed
 * pod otherwise, or change it further), the first call notes on the pod which ones it considered; manager specification section 9.1.
 *
 * <p>The author of a pod may write the note as well, so it counts only together with a mark in {@code metadata.uid}: the API server empties
 * that field of a new object before it asks webhooks, and gives the pod its real uid after them.
 */
@PureCore
public final class RepeatableMutation {

    private static final String UID = "uid";
    private static final String CALLED = "koordbridge.io/mutate-pod-was-called";

    private RepeatableMutation() {}

    /**
     * Mutates a copy of the pod.
     *
     * @param now time of the call
     */
    public static Outcome mutate(Input input, Instant now) {
        Optional<ConsideredProfiles> earlier = ConsideredProfiles.of(input.pod()
                        .path("metadata")
                        .path("annotations")
                        .path(Annotations.POD_CONSIDERED_PROFILES)
                        .textValue())
                .found()
                .filter(one -> one.isRecent(now)
                        && CALLED.equals(input.pod().path("metadata").path(UID).textValue()));
        return earlier.isPresent()
                ? PodMutation.mutateAgain(input, Set.copyOf(earlier.get().names()))
                : first(input, now);
    }

    private static Outcome first(Input input, Instant now) {
        Outcome outcome = PodMutation.mutate(input);
        if (outcome.refusal() != null) {
            return outcome;
        }
        if (outcome.pod().path("metadata").path("annotations") instanceof ObjectNode annotations) {
            annotations.remove(Annotations.POD_CONSIDERED_PROFILES);
        }
        List<ClusterColocationProfile> matched = matching(input);
        if (!isRepeatable(input, outcome.pod(), matched)) {
            String text = new ConsideredProfiles(now.truncatedTo(ChronoUnit.SECONDS), names(matched)).text();
            PodTree.metadata(outcome.pod(), "annotations").put(Annotations.POD_CONSIDERED_PROFILES, text);
            PodTree.child(outcome.pod(), "metadata").put(UID, CALLED);
        }
        return outcome;
    }

    private static boolean isRepeatable(Input input, ObjectNode changed, List<ClusterColocationProfile> matched) {
        if (!matched.stream().allMatch(RepeatableMutation::isCertain)) {
            return false;
        }
        Input again = new Input(
                changed,
                input.namespaceLabels(),
                input.profiles(),
                input.priorityClasses(),
                input.draws(),
                input.gates(),
                input.treeNodes());
        if (!names(matched).equals(names(matching(again)))) {
            return false;
        }
        if (matched.stream().noneMatch(RepeatableMutation::buildsOnThePod)) {
            return true;
        }
        Outcome second = PodMutation.mutate(again);
        return second.refusal() == null && second.pod().equals(changed);
    }

    private static List<ClusterColocationProfile> matching(Input input) {
        return ProfileMatching.matching(input, new ArrayList<>());
    }

    private static List<String> names(List<ClusterColocationProfile> profiles) {
        return profiles.stream().map(one -> one.getMetadata().getName()).toList();
    }

    private static boolean isCertain(ClusterColocationProfile profile) {
        return ProfileProbability.isAlways(profile) || ProfileProbability.isNever(profile);
    }

    /** Whether what it sets depends on what is there. */
    private static boolean buildsOnThePod(ClusterColocationProfile profile) {
        ClusterColocationProfileSpec spec = profile.getSpec();
        return spec.patch() != null
                || Stream.<@Nullable Map<String, String>>of(
                                spec.labelSuffixes(), spec.labelKeysMapping(), spec.annotationKeysMapping())
                        .anyMatch(map -> map != null && !map.isEmpty());
    }
}
