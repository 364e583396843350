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
     */
    public record Outcome(ObjectNode pod, @Nullable String refusal, List<String> applied, List<Finding> findings) {

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
        ObjectNode pod = input.pod().deepCopy();
        removeWhatOthersWrite(pod, input.gates());
        List<Finding> findings = new ArrayList<>();
        List<String> applied = new ArrayList<>();
        List<ClusterColocationProfile> matching = ProfileMatching.matching(input, findings);
        try {
            boolean replace = !matching.isEmpty() && !input.gates().skipMutatingResources();
            for (ClusterColocationProfile profile : matching) {
                replace &= !ProfileMatching.keepsResources(profile);
                if (ProfileMatching.chosen(profile, input.draws())) {
                    ProfileApplication.apply(profile, pod, input.priorityClasses());
                    applied.add(profile.getMetadata().getName());
                }
            }
            if (replace) {
                ResourceReplacement.apply(pod);
            }
            if (!input.gates().disableExtendedResourceSpec()) {
                ExtendedResources.annotate(pod);
            }
            String quota = PodTree.texts(pod, "labels").getOrDefault(Labels.QUOTA_NAME, "");
            input.treeNodes().apply(quota).ifPresent(nodes -> QuotaTreeAffinity.apply(pod, nodes));
            if (!input.gates().disableDeviceResourceSpec()) {
                GpuResources.apply(pod);
            }
        } catch (RefusedException | UndecodableException e) {
            return new Outcome(input.pod(), e.getMessage(), List.of(), findings);
        }
        return new Outcome(pod, null, applied, findings);
    }
}
