package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.koordbridge.admission.objectdecoding.UndecodableException;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The whole mutation of a pod that is created. */
@PureCore
public final class PodMutation {

    private PodMutation() {}

    /**
     * What a mutation depends on.
     *
     * @param pod as submitted; not changed
     * @param namespaceLabels labels of the pod's namespace, null when the namespace is not known
     * @param priorityClasses by name
     * @param draws a number 0..99 for each profile by its name, drawn for this pod
     * @param gates steps that are switched off
     * @param treeNodes selector of the nodes of a quota's tree, by the quota that the pod names (empty for none)
     */
    public record Input(
            ObjectNode pod,
            @Nullable Map<String, String> namespaceLabels,
            List<CompiledProfile> profiles,
            Map<String, PriorityClass> priorityClasses,
            ToIntFunction<String> draws,
            Gates gates,
            Function<String, Optional<LabelSelector>> treeNodes) {

        public Input {
            profiles = List.copyOf(profiles);
        }
    }

    /**
     * Steps that feature gates of the same names switch off.
     *
     * @param skipMutatingResources gate ColocationProfileSkipMutatingResources
     * @param disableExtendedResourceSpec gate DisableExtendedResourceSpec
     * @param disableDeviceResourceSpec gate DisableDeviceResourceSpec
     */
    public record Gates(
            boolean skipMutatingResources, boolean disableExtendedResourceSpec, boolean disableDeviceResourceSpec) {

        /** Every step is done. */
        public static final Gates NONE = new Gates(false, false, false);
    }

    /**
     * The outcome.
     *
     * @param pod the changed object; as submitted when refused
     * @param refusal why the pod is refused, null when it is not
     * @param applied names of the profiles that were applied, in order
     * @param findings what is wrong with profiles, for log and events
     * @param defaultsTaken whether defaults of a LimitRange were taken from containers that have the resources of their class
     */
    public record Outcome(
            ObjectNode pod,
            @Nullable String refusal,
            List<String> applied,
            List<Finding> findings,
            boolean defaultsTaken) {

        public Outcome {
            applied = List.copyOf(applied);
            findings = List.copyOf(findings);
        }
    }

    /** Something wrong with a profile, which therefore does not apply. */
    public record Finding(ClusterColocationProfile profile, String reason, String message) {}

    /** A pod that is created has no word of schedulers yet; its batch resources are in its spec. */
    private static void removeWhatOthersWrite(ObjectNode pod, Gates gates) {
        if (pod.path("metadata").path("annotations") instanceof ObjectNode annotations) {
            annotations.remove(Annotations.OF_SCHEDULERS);
            if (gates.disableExtendedResourceSpec()) {
                annotations.remove(Annotations.POD_EXTENDED_RESOURCE_SPEC);
            }
        }
    }

    /**
     * Mutates a copy of the pod. Annotations that only schedulers write go; the one with the containers' batch resources is written anew
     * from the spec.
     */
    public static Outcome mutate(Input input) {
        List<Finding> findings = new ArrayList<>();
        return mutate(input, ProfileMatching.matching(input, findings), true, findings);
    }

    /**
     * Does the same without profiles' own changes, which an earlier call has made.
     *
     * @param considered names of the profiles that matched then
     */
    static Outcome mutateAgain(Input input, Set<String> considered) {
        List<ClusterColocationProfile> matched = input.profiles().stream()
                .filter(one -> considered.contains(one.name()) && one.profile().getSpec() != null)
                .map(CompiledProfile::profile)
                .toList();
        return mutate(input, matched, false, List.of());
    }

    private static Outcome mutate(
            Input input, List<ClusterColocationProfile> matching, boolean first, List<Finding> findings) {
        ObjectNode pod = input.pod().deepCopy();
        removeWhatOthersWrite(pod, input.gates());
        try {
            List<String> applied = first ? apply(matching, pod, input) : List.of();
            boolean replace = !matching.isEmpty()
                    && !input.gates().skipMutatingResources()
                    && matching.stream().noneMatch(ProfileMatching::keepsResources);
            boolean defaultsTaken = replace && ResourceReplacement.apply(pod, DefaultedAmounts.of(input.pod()));
            if (!input.gates().disableExtendedResourceSpec()) {
                ExtendedResources.annotate(pod);
            }
            String quota = PodTree.texts(pod, "labels").getOrDefault(Labels.QUOTA_NAME, "");
            input.treeNodes().apply(quota).ifPresent(nodes -> QuotaTreeAffinity.apply(pod, nodes));
            if (!input.gates().disableDeviceResourceSpec()) {
                GpuResources.apply(pod);
            }
            return new Outcome(pod, null, applied, findings, defaultsTaken);
        } catch (RefusedException | UndecodableException e) {
            return new Outcome(input.pod(), e.getMessage(), List.of(), findings, false);
        }
    }

    private static List<String> apply(List<ClusterColocationProfile> matching, ObjectNode pod, Input input) {
        List<String> applied = new ArrayList<>();
        for (ClusterColocationProfile profile : matching) {
            if (ProfileMatching.chosen(profile, input.draws())) {
                ProfileApplication.apply(profile, pod, input.priorityClasses());
                applied.add(profile.getMetadata().getName());
            }
        }
        return applied;
    }
}
