package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.admission.objectdecoding.UndecodableException;
import io.koordbridge.api.binding.MergePatch;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * The mutation of a pod that exists and waits for a node; manager specification section 11: marks and patch, no scheduler, no
 * priority class, no resources.
 */
@PureCore
public final class WaitingPodMutation {

    private WaitingPodMutation() {}

    /**
     * What is to be written.
     *
     * @param mergePatch empty when nothing is
     * @param refusal why the profile cannot be applied, null when it can
     */
    public record Outcome(ObjectNode mergePatch, @Nullable String refusal) {}

    /**
     * Applies a profile to a copy of a pod.
     *
     * @param draw a number 0..99, drawn for this pod
     */
    public static Outcome mutate(ClusterColocationProfile profile, ObjectNode pod, int draw) {
        ObjectNode changed = pod.deepCopy();
        try {
            if (ProfileMatching.chosen(profile, draw)) {
                ProfileApplication.marks(profile.getSpec(), changed);
                if (ProfileApplication.patched(profile.getSpec(), changed)) {
                    ObjectDecoding.pod(changed);
                }
            }
        } catch (RefusedException | UndecodableException e) {
            return new Outcome(JsonNodeFactory.instance.objectNode(), e.getMessage());
        }
        return new Outcome(MergePatch.between(pod, changed), null);
    }
}
