package io.koordbridge.manager.profile.missedpods;

import static io.koordbridge.api.binding.Absent.orEmpty;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.admission.mutation.LabelSuffix;
import io.koordbridge.api.config.ClusterColocationProfileSpec;
import io.koordbridge.manager.profile.missedpods.Mark.Place;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The marks that a pod carries when some profiles were applied to it, in their order. An empty value means any. */
@PureCore
final class ExpectedMetadata {

    private static final String SCHEDULER = "schedulerName";
    private static final String PRIORITY_CLASS = "priorityClassName";

    private final Map<Mark, Optional<String>> marks = new HashMap<>();

    /** Expects what a profile sets. */
    void apply(ClusterColocationProfileSpec spec) {
        marks.putAll(of(spec));
        orEmpty(spec.labelSuffixes())
                .forEach((key, suffix) -> marks.computeIfPresent(
                        new Mark(Place.LABEL, key),
                        (unused, value) -> value.map(text -> LabelSuffix.appended(text, suffix))));
    }

    /** Expects nothing where a profile may have set something. */
    void forget(ClusterColocationProfileSpec spec) {
        marks.keySet().removeAll(of(spec).keySet());
        orEmpty(spec.labelSuffixes()).keySet().forEach(key -> marks.remove(new Mark(Place.LABEL, key)));
    }

    boolean isEmpty() {
        return marks.isEmpty();
    }

    /**
     * Whether a pod shows that the profiles were not applied: it carries none of the marks, or lacks one that cannot have
     * been changed since.
     */
    boolean missingOn(PodFacts pod) {
        boolean anyPresent = false;
        boolean fixedLacking = false;
        boolean anyLacking = false;
        for (Map.Entry<Mark, Optional<String>> mark : marks.entrySet()) {
            String actual = actual(pod, mark.getKey());
            boolean present =
                    actual != null && mark.getValue().map(actual::equals).orElse(true);
            anyPresent |= present;
            anyLacking |= !present;
            fixedLacking |= !present && isFixed(mark.getKey());
        }
        return anyLacking && (!anyPresent || fixedLacking);
    }

    private static boolean isFixed(Mark mark) {
        return mark.place() == Place.SPEC || mark.equals(new Mark(Place.LABEL, Labels.POD_QOS_CLASS));
    }

    private static @Nullable String actual(PodFacts pod, Mark mark) {
        return switch (mark.place()) {
            case LABEL -> pod.labels().get(mark.key());
            case ANNOTATION -> pod.annotations().get(mark.key());
            case SPEC -> mark.key().equals(SCHEDULER) ? pod.schedulerName() : pod.priorityClassName();
        };
    }

    private static Map<Mark, Optional<String>> of(ClusterColocationProfileSpec spec) {
        Map<Mark, Optional<String>> set = new HashMap<>();
        orEmpty(spec.labels()).forEach((key, text) -> set.put(new Mark(Place.LABEL, key), Optional.of(text)));
        orEmpty(spec.annotations()).forEach((key, text) -> set.put(new Mark(Place.ANNOTATION, key), Optional.of(text)));
        orEmpty(spec.labelKeysMapping()).values().forEach(key -> set.put(new Mark(Place.LABEL, key), Optional.empty()));
        orEmpty(spec.annotationKeysMapping())
                .values()
                .forEach(key -> set.put(new Mark(Place.ANNOTATION, key), Optional.empty()));
        put(set, new Mark(Place.SPEC, SCHEDULER), spec.schedulerName());
        put(set, new Mark(Place.LABEL, Labels.POD_QOS_CLASS), spec.qosClass());
        put(set, new Mark(Place.SPEC, PRIORITY_CLASS), spec.priorityClassName());
        if (spec.koordinatorPriority() != null) {
            put(set, new Mark(Place.LABEL, Labels.POD_PRIORITY), String.valueOf(spec.koordinatorPriority()));
        }
        patched(set, spec.patch());
        return set;
    }

    private static void put(Map<Mark, Optional<String>> set, Mark mark, @Nullable String text) {
        if (text != null && !text.isEmpty()) {
            set.put(mark, Optional.of(text));
        }
    }

    /** What a patch sets to a text is expected; what else it does to a mark is not. */
    private static void patched(Map<Mark, Optional<String>> set, @Nullable JsonNode patch) {
        if (patch == null) {
            return;
        }
        JsonNode metadata = patch.path("metadata");
        fields(set, Place.LABEL, metadata.path("labels"));
        fields(set, Place.ANNOTATION, metadata.path("annotations"));
        for (String name : new String[] {SCHEDULER, PRIORITY_CLASS}) {
            JsonNode value = patch.path("spec").path(name);
            if (value.isTextual()) {
                set.put(new Mark(Place.SPEC, name), Optional.of(value.textValue()));
            } else if (!value.isMissingNode()) {
                set.remove(new Mark(Place.SPEC, name));
            }
        }
    }

    private static void fields(Map<Mark, Optional<String>> set, Place place, JsonNode fields) {
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            Mark mark = new Mark(place, field.getKey());
            if (field.getValue().isTextual() && !field.getKey().startsWith("$")) {
                set.put(mark, Optional.of(field.getValue().textValue()));
            } else {
                set.remove(mark);
            }
        }
    }
}
