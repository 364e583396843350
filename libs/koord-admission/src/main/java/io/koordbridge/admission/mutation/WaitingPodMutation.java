package io.koordbridge.admission.mutation;

import static io.koordbridge.api.binding.Absent.orEmpty;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.admission.objectdecoding.UndecodableException;
import io.koordbridge.api.binding.MergePatch;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.api.config.ClusterColocationProfileSpec;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The mutation of a pod that exists and waits for a node; manager specification section 11: marks and patch, no scheduler, no
 * priority class, no resources. A second time changes nothing: a suffix that is there is not appended again.
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
                ProfileApplication.marks(withoutKnownSuffixes(profile.getSpec(), pod), changed);
                if (ProfileApplication.patched(profile.getSpec(), changed)) {
                    ObjectDecoding.pod(changed);
                }
            }
        } catch (RefusedException | UndecodableException e) {
            return new Outcome(JsonNodeFactory.instance.objectNode(), e.getMessage());
        }
        return new Outcome(MergePatch.between(pod, changed), null);
    }

    private static ClusterColocationProfileSpec withoutKnownSuffixes(
            ClusterColocationProfileSpec spec, ObjectNode pod) {
        Map<String, String> suffixes = spec.labelSuffixes();
        if (suffixes == null) {
            return spec;
        }
        Map<String, String> present = PodTree.texts(pod, "labels");
        Map<String, String> own = orEmpty(spec.labels());
        Map<String, String> rest = new TreeMap<>(suffixes);
        Map<String, String> labels = new TreeMap<>(own);
        suffixes.forEach((key, suffix) -> {
            String text = present.getOrDefault(key, "");
            boolean appended = text.endsWith(suffix) && (!own.containsKey(key) || text.equals(own.get(key) + suffix));
            if (appended) {
                rest.remove(key);
                labels.remove(key);
            }
        });
        return new ClusterColocationProfileSpec(
                spec.namespaceSelector(),
                spec.selector(),
                spec.probability(),
                labels,
                spec.annotations(),
                spec.labelKeysMapping(),
                spec.annotationKeysMapping(),
                rest,
                spec.schedulerName(),
                spec.qosClass(),
                spec.priorityClassName(),
                spec.koordinatorPriority(),
                spec.patch());
    }
}
