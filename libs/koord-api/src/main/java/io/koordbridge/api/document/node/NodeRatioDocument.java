package io.koordbridge.api.document.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.quantity.FloatParser;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Ratios of a node, which koord-manager writes: annotation {@code node.koordinator.sh/cpu-normalization-ratio}, a number, and {@code
 * node.koordinator.sh/resource-amplification-ratio}, a JSON object of numbers by resource.
 *
 * <table>
 * <caption>Input and result</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>none; for amplification an empty text and JSON null as well</td><td>absent</td><td>none</td></tr>
 * <tr><td>normalization above 0 to a million: {@code 1.20}, {@code 0.8}, {@code 1e1}</td><td>the number</td><td>none</td></tr>
 * <tr><td>normalization {@code 0}, {@code -1}, {@code NaN}, {@code inf}, {@code 1e9}, {@code 1,5}, a blank, other text</td><td>none</td>
 *     <td>yes</td></tr>
 * <tr><td>amplification from 1 to a million</td><td>the number</td><td>none</td></tr>
 * <tr><td>amplification below 1</td><td>the number; it amplifies nothing</td><td>yes</td></tr>
 * <tr><td>amplification above a million or not a JSON number, text that is not an object</td><td>none</td><td>yes</td></tr>
 * </table>
 *
 * <p>With a problem and no value. Normalization: koord-manager counts 1 for batch capacity and does not publish an amplification;
 * koord-scheduler counts 1, with an event; koordlet keeps the last good ratio, with a warning. Amplification: koord-scheduler places no
 * pod that requests cpu, with an event; the webhook of koord-manager refuses the status update.
 */
@PureCore
public final class NodeRatioDocument {

    private static final double MOST = 1_000_000;
    private static final int LONGEST = 64;
    private static final int MOST_PROBLEMS = 5;

    private NodeRatioDocument() {}

    /** The speed of a node's CPUs against the base model. */
    public static Decoded<Double> normalization(@Nullable String text) {
        if (text == null) {
            return Decoded.absent();
        }
        OptionalDouble ratio = text.length() <= LONGEST ? FloatParser.read(text) : OptionalDouble.empty();
        return ratio.isPresent() && ratio.getAsDouble() > 0 && ratio.getAsDouble() <= MOST
                ? Decoded.of(ratio.getAsDouble())
                : Decoded.unreadable(new WireProblem(
                        Annotations.NODE_CPU_NORMALIZATION_RATIO, "", text, "a number above 0, up to 1000000"));
    }

    /** How many units of allocatable one unit of a resource stands for, by resource. */
    public static Decoded<Map<String, Double>> amplification(@Nullable String text) {
        Decoded<JsonNode> decoded = JsonDocument.of(
                text == null || text.isEmpty() ? null : text,
                Annotations.NODE_AMPLIFICATION_RATIO,
                JsonNode.class,
                "a JSON object such as {\"cpu\": 1.5}");
        JsonNode tree = decoded.value();
        if (tree == null || tree.isNull()) {
            return new Decoded<>(null, decoded.problems());
        }
        return tree.isObject()
                ? ratios(tree)
                : Decoded.unreadable(new WireProblem(
                        Annotations.NODE_AMPLIFICATION_RATIO,
                        "",
                        String.valueOf(text),
                        "a JSON object such as {\"cpu\": 1.5}"));
    }

    private static Decoded<Map<String, Double>> ratios(JsonNode tree) {
        Map<String, Double> ratios = new TreeMap<>();
        List<WireProblem> problems = new ArrayList<>();
        boolean readable = true;
        for (Map.Entry<String, JsonNode> entry : tree.properties()) {
            JsonNode value = entry.getValue();
            double ratio = value.isNumber() ? value.doubleValue() : Double.NaN;
            boolean counts = ratio <= MOST;
            if (!(counts && ratio >= 1) && problems.size() < MOST_PROBLEMS) {
                problems.add(new WireProblem(
                        Annotations.NODE_AMPLIFICATION_RATIO,
                        entry.getKey(),
                        value.toString(),
                        "a number from 1.00 to 1000000"));
            }
            readable &= counts;
            ratios.put(entry.getKey(), ratio);
        }
        return new Decoded<>(readable ? ratios : null, problems);
    }
}
