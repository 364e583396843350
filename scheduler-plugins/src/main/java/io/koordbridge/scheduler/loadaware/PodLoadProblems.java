package io.koordbridge.scheduler.loadaware;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What cannot be used of the annotations of a pod about its expected load, for people. */
@PureCore
public final class PodLoadProblems {

    private static final String CONFIGURED = "; what is configured holds";

    private PodLoadProblems() {}

    /**
     * The problems.
     *
     * @param annotations texts by name
     */
    public static List<String> of(Map<String, String> annotations) {
        List<String> problems = new ArrayList<>();
        String factors = annotations.get(Annotations.POD_LOAD_FACTORS);
        if (factors != null) {
            factors(factors, problems);
        }
        for (String name : List.of(Annotations.POD_LOAD_AFTER_SCHEDULED, Annotations.POD_LOAD_AFTER_INITIALIZED)) {
            String text = annotations.get(name);
            if (text != null && !text.matches("-?[0-9]{1,9}")) {
                problems.add("annotation " + name + " = '" + text
                        + "' is not a number, allowed are whole seconds from 0 to 999999999" + CONFIGURED);
            }
        }
        return problems;
    }

    private static void factors(String text, List<String> problems) {
        try {
            JsonNode tree = AnnotationCodec.decode("Pod", Annotations.POD_LOAD_FACTORS, text, JsonNode.class);
            if (tree == null || !tree.isObject() || tree.valueStream().anyMatch(one -> !one.isIntegralNumber())) {
                problems.add("annotation " + Annotations.POD_LOAD_FACTORS + " = '" + text
                        + "' is not a map of resource to percent, allowed are whole numbers from 0 to "
                        + PodEstimator.LARGEST_FACTOR + CONFIGURED);
            }
        } catch (BadAnnotationException unreadable) {
            problems.add(unreadable.getMessage() + CONFIGURED);
        }
    }
}
