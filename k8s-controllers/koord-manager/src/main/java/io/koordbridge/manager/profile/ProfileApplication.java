package io.koordbridge.manager.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.api.config.ClusterColocationProfileSpec;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Applies one profile to a pod, item by item in the order of the specification. */
@PureCore
final class ProfileApplication {

    private ProfileApplication() {}

    static void apply(ClusterColocationProfile profile, ObjectNode pod, Map<String, PriorityClass> priorityClasses) {
        ClusterColocationProfileSpec spec = profile.getSpec();
        put(pod, "labels", spec.labels());
        put(pod, "annotations", spec.annotations());
        map(pod, "labels", spec.labelKeysMapping());
        map(pod, "annotations", spec.annotationKeysMapping());
        append(pod, spec.labelSuffixes());
        ObjectNode podSpec = PodTree.child(pod, "spec");
        if (given(spec.schedulerName())) {
            podSpec.put("schedulerName", spec.schedulerName());
        }
        if (given(spec.qosClass())) {
            PodTree.metadata(pod, "labels").put(Labels.POD_QOS_CLASS, spec.qosClass());
        }
        String priorityClassName = spec.priorityClassName();
        if (priorityClassName != null && !priorityClassName.isEmpty()) {
            setPriority(profile, podSpec, priorityClassName, priorityClasses.get(priorityClassName));
        }
        if (spec.koordinatorPriority() != null) {
            PodTree.metadata(pod, "labels").put(Labels.POD_PRIORITY, String.valueOf(spec.koordinatorPriority()));
        }
        JsonNode patch = spec.patch();
        if (patch != null && !patch.isNull() && !patch.isEmpty()) {
            StrategicMerge.apply(pod, patch);
            PodDecoding.decode(pod);
        }
    }

    private static void put(ObjectNode pod, String field, @Nullable Map<String, String> texts) {
        if (texts != null && !texts.isEmpty()) {
            ObjectNode into = PodTree.metadata(pod, field);
            new TreeMap<>(texts).forEach(into::put);
        }
    }

    /** A missing old key gives an empty text. */
    private static void map(ObjectNode pod, String field, @Nullable Map<String, String> oldToNew) {
        if (oldToNew != null && !oldToNew.isEmpty()) {
            ObjectNode into = PodTree.metadata(pod, field);
            new TreeMap<>(oldToNew)
                    .forEach((old, fresh) -> into.put(fresh, into.path(old).asText("")));
        }
    }

    private static void append(ObjectNode pod, @Nullable Map<String, String> suffixes) {
        if (suffixes == null) {
            return;
        }
        for (Map.Entry<String, String> suffix : new TreeMap<>(suffixes).entrySet()) {
            JsonNode label = pod.path("metadata").path("labels").get(suffix.getKey());
            if (label != null) {
                PodTree.metadata(pod, "labels").put(suffix.getKey(), label.asText("") + suffix.getValue());
            }
        }
    }

    private static void setPriority(
            ClusterColocationProfile profile, ObjectNode podSpec, String name, @Nullable PriorityClass found) {
        if (found == null) {
            throw new RefusedException(
                    "profile " + profile.getMetadata().getName() + ": PriorityClass '" + name + "' does not exist");
        }
        podSpec.put("priorityClassName", name);
        podSpec.put("priority", found.getValue() == null ? 0 : found.getValue());
        if (given(found.getPreemptionPolicy())) {
            podSpec.put("preemptionPolicy", found.getPreemptionPolicy());
        } else {
            podSpec.remove("preemptionPolicy");
        }
    }

    private static boolean given(@Nullable String text) {
        return text != null && !text.isEmpty();
    }
}
