package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
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

    /** Applies to a pod. */
    static void apply(ClusterColocationProfile profile, ObjectNode pod, Map<String, PriorityClass> priorityClasses) {
        marks(profile.getSpec(), pod);
        scheduling(profile, PodTree.child(pod, "spec"), priorityClasses);
        if (patched(profile.getSpec(), pod)) {
            ObjectDecoding.pod(pod);
        }
    }

    /** Applies to a Reservation: what concerns scheduling goes into its template, if it has one. */
    static void applyToReservation(
            ClusterColocationProfile profile, ObjectNode reservation, Map<String, PriorityClass> priorityClasses) {
        marks(profile.getSpec(), reservation);
        if (reservation.path("spec").get("template") instanceof ObjectNode template) {
            scheduling(profile, PodTree.child(template, "spec"), priorityClasses);
        }
        if (patched(profile.getSpec(), reservation)) {
            ObjectDecoding.checkReservation(reservation);
        }
    }

    /** Labels and annotations. */
    static void marks(ClusterColocationProfileSpec spec, ObjectNode object) {
        put(object, "labels", spec.labels());
        put(object, "annotations", spec.annotations());
        map(object, "labels", spec.labelKeysMapping());
        map(object, "annotations", spec.annotationKeysMapping());
        append(object, spec.labelSuffixes());
        if (given(spec.qosClass())) {
            PodTree.metadata(object, "labels").put(Labels.POD_QOS_CLASS, spec.qosClass());
        }
        if (spec.koordinatorPriority() != null) {
            PodTree.metadata(object, "labels").put(Labels.POD_PRIORITY, String.valueOf(spec.koordinatorPriority()));
        }
    }

    private static void scheduling(
            ClusterColocationProfile profile, ObjectNode podSpec, Map<String, PriorityClass> priorityClasses) {
        ClusterColocationProfileSpec spec = profile.getSpec();
        if (given(spec.schedulerName())) {
            podSpec.put("schedulerName", spec.schedulerName());
        }
        String priorityClassName = spec.priorityClassName();
        if (priorityClassName != null && !priorityClassName.isEmpty()) {
            setPriority(profile, podSpec, priorityClassName, priorityClasses.get(priorityClassName));
        }
    }

    /** Whether there was a patch. */
    static boolean patched(ClusterColocationProfileSpec spec, ObjectNode object) {
        JsonNode patch = spec.patch();
        if (patch == null || patch.isNull() || (patch.isObject() && patch.isEmpty())) {
            return false;
        }
        StrategicMerge.apply(object, patch);
        return true;
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
                PodTree.metadata(pod, "labels")
                        .put(suffix.getKey(), LabelSuffix.appended(label.asText(""), suffix.getValue()));
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
