package io.koordbridge.colo.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.review.ConfigReview;
import io.koordbridge.sloconfig.review.Finding;
import io.koordbridge.sloconfig.review.Finding.Severity;
import io.koordbridge.sloconfig.review.NearestName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Configurations with fields changed, refused where the manager would not take them. */
@PureCore
public final class CheckedChanges {
    /** The key of the agent's thresholds. */
    public static final String THRESHOLDS = "resource-threshold-config";

    /** Fields of its cluster part that a plan understands. */
    private static final Set<String> THRESHOLD_FIELDS = Set.of("cpuSuppressThresholdPercent");

    private CheckedChanges() {}

    /**
     * The text of {@code colocation-config} with the changes.
     *
     * @param stored text, empty for none
     * @param changes by path with dots, values as JSON or as plain text
     * @throws IllegalArgumentException naming the field, what is wrong with it and what is allowed
     */
    public static String colocation(String stored, Map<String, String> changes) {
        String text = Changes.apply(stored, changes);
        refuse(ColocationSchemas.KEY, text, changes.keySet(), "");
        return text;
    }

    /**
     * Documents with the changes only.
     *
     * @param colocation the key {@code colocation-config}
     * @param thresholds the key {@code resource-threshold-config}, empty for none
     */
    public record Documents(ObjectNode colocation, ObjectNode thresholds) {}

    /**
     * Documents with the changes only; a threshold of the agent is in a document of its own.
     *
     * @throws IllegalArgumentException naming the field, what is wrong with it and what is allowed
     */
    public static Documents documents(Map<String, String> changes) {
        Map<String, String> colocation = new LinkedHashMap<>(changes);
        Map<String, String> thresholds = new LinkedHashMap<>(changes);
        colocation.keySet().removeAll(THRESHOLD_FIELDS);
        thresholds.keySet().retainAll(THRESHOLD_FIELDS);
        colocation.keySet().forEach(CheckedChanges::refuseMisspelt);
        ObjectNode agent = ApiReader.JSON.createObjectNode();
        if (!thresholds.isEmpty()) {
            agent.set("clusterStrategy", Changes.document(Changes.apply("", thresholds)));
            refuse(THRESHOLDS, agent.toString(), thresholds.keySet(), "clusterStrategy.");
        }
        return new Documents(Changes.document(colocation("", colocation)), agent);
    }

    /** The review of the other document does not know these. */
    private static void refuseMisspelt(String field) {
        if (ColocationSchemas.STRATEGY.field(field).isEmpty()) {
            List<String> known = Stream.concat(
                            ColocationSchemas.STRATEGY.fields().stream().map(Field::name), THRESHOLD_FIELDS.stream())
                    .toList();
            NearestName.of(field, known).filter(THRESHOLD_FIELDS::contains).ifPresent(nearest -> {
                throw new IllegalArgumentException(field + ": unknown field (did you mean " + nearest + "?)");
            });
        }
    }

    private static void refuse(String key, String text, Set<String> fields, String prefix) {
        List<Finding> found = ConfigReview.of(Map.of(key, text));
        for (String field : fields) {
            found.stream()
                    .filter(one -> one.severity() == Severity.ERROR || isIn(prefix + field, one.field()))
                    .findFirst()
                    .ifPresent(one -> {
                        throw new IllegalArgumentException(one.message());
                    });
        }
    }

    /** Whether a field is the other one or in it. */
    private static boolean isIn(String field, String other) {
        return field.equals(other) || (!other.isEmpty() && field.startsWith(other + "."));
    }
}
