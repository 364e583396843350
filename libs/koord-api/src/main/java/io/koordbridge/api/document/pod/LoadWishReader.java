package io.koordbridge.api.document.pod;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Annotations load-estimated-scaling-factors, load-estimated-seconds-after-pod-scheduled and load-estimated-seconds-after-initialized of
 * Pods: wishes of their owners.
 *
 * <pre>
 * input                                  | value                | problem
 * ---------------------------------------+----------------------+------------------------------------
 * absent, JSON null                      | absent               | -
 * factors: no JSON, not an object        | unreadable           | the whole text
 * factors: a text, fraction or null      | unreadable           | the factor
 * factors: a number out of 0 to 10000    | the nearest allowed  | the factor
 * factors: a resource twice              | the last one         | -
 * seconds: no whole number, below 0, or  | unreadable           | the whole text
 *   above 2147483647                     |                      |
 * </pre>
 *
 * <p>The <b>scheduler</b>: for an absent or unreadable document its configuration applies; factors apply on top of the configured ones.
 * Each problem is an event of the pod. Other processes do not read them.
 */
@PureCore
public final class LoadWishReader {

    /** The largest factor, in percent. */
    public static final long LARGEST_FACTOR = 10_000;

    private static final BigInteger LARGEST = BigInteger.valueOf(LARGEST_FACTOR);
    private static final String FACTORS = "JSON such as {\"cpu\":85}, whole percentages from 0 to " + LARGEST_FACTOR;
    private static final String SECONDS = "whole seconds from 0 to " + Integer.MAX_VALUE;

    private LoadWishReader() {}

    /**
     * Percentages by resource.
     *
     * @param text null when absent
     */
    public static Decoded<SortedMap<String, Long>> factors(@Nullable String text) {
        String key = Annotations.POD_LOAD_FACTORS;
        Decoded<JsonNode> document = JsonDocument.of(text, key, JsonNode.class, FACTORS);
        JsonNode tree = document.found().orElse(null);
        if (tree == null || tree.isNull()) {
            return new Decoded<>(null, document.problems());
        }
        if (!tree.isObject()) {
            return Decoded.unreadable(new WireProblem(key, "", tree.toString(), FACTORS));
        }
        SortedMap<String, Long> factors = new TreeMap<>();
        SortedMap<String, String> beyond = new TreeMap<>();
        for (Map.Entry<String, JsonNode> one : tree.properties()) {
            JsonNode factor = one.getValue();
            if (!factor.isIntegralNumber()) {
                return Decoded.unreadable(new WireProblem(key, one.getKey(), factor.toString(), FACTORS));
            }
            BigInteger number = factor.bigIntegerValue();
            BigInteger allowed = number.max(BigInteger.ZERO).min(LARGEST);
            factors.put(one.getKey(), allowed.longValueExact());
            if (!allowed.equals(number)) {
                beyond.put(one.getKey(), number.toString());
            }
        }
        return new Decoded<>(
                factors, beyond.isEmpty() ? List.of() : List.of(new WireProblem(key, "", beyond.toString(), FACTORS)));
    }

    /**
     * Seconds.
     *
     * @param key which of the two annotations
     * @param text null when absent
     */
    public static Decoded<Integer> seconds(String key, @Nullable String text) {
        if (text == null) {
            return Decoded.absent();
        }
        try {
            int seconds = Integer.parseInt(text);
            return seconds < 0 ? Decoded.unreadable(new WireProblem(key, "", text, SECONDS)) : Decoded.of(seconds);
        } catch (NumberFormatException notANumber) {
            return Decoded.unreadable(new WireProblem(key, "", text, SECONDS));
        }
    }
}
