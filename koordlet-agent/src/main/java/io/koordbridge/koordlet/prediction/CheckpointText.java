package io.koordbridge.koordlet.prediction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;

/** A model as the file has it: the fields of the reference's agent, and the time of the first sample. */
@PureCore
final class CheckpointText {

    private static final String CPU = "CPU";
    private static final String MEMORY = "Memory";
    private static final String UPDATED = "LastUpdated";
    private static final String SINCE = "Since";
    private static final String REFERENCE = "referenceTimestamp";
    private static final String WEIGHTS = "bucketWeights";
    private static final String TOTAL = "totalWeight";

    private CheckpointText() {}

    static ObjectNode write(String id, UsageModel model) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("UID", id);
        model.cpu().saved().ifPresent(saved -> node.set(CPU, histogram(saved)));
        model.memory().saved().ifPresent(saved -> node.set(MEMORY, histogram(saved)));
        node.put(UPDATED, model.updated().toString());
        node.put(SINCE, model.since().toString());
        return node;
    }

    private static ObjectNode histogram(Histogram.Saved saved) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put(REFERENCE, saved.reference().toString());
        ObjectNode weights = node.putObject(WEIGHTS);
        saved.weights().forEach((bucket, weight) -> weights.put(String.valueOf(bucket), weight));
        node.put(TOTAL, saved.total());
        return node;
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException naming the field that cannot be read
     */
    static UsageModel read(JsonNode node, HalfLives halfLives) {
        Instant updated = time(node, UPDATED);
        return new UsageModel(
                histogram(node.path(CPU), Buckets.CPU, halfLives.cpu()),
                histogram(node.path(MEMORY), Buckets.MEMORY, halfLives.memory()),
                node.has(SINCE) ? time(node, SINCE) : updated,
                updated);
    }

    private static Histogram histogram(JsonNode node, Buckets buckets, Duration halfLife) {
        if (!node.has(REFERENCE)) {
            return Histogram.empty(buckets, halfLife);
        }
        Map<Integer, Integer> weights = new HashMap<>();
        for (Map.Entry<String, JsonNode> one : node.path(WEIGHTS).properties()) {
            try {
                weights.put(Integer.valueOf(one.getKey()), one.getValue().asInt());
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(WEIGHTS + ": '" + one.getKey() + "' is no number of a bucket", e);
            }
        }
        Histogram.Saved saved = new Histogram.Saved(
                time(node, REFERENCE), weights, node.path(TOTAL).asDouble());
        return Histogram.of(saved, buckets, halfLife);
    }

    private static Instant time(JsonNode node, String field) {
        String text = node.path(field).asText();
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(field + ": '" + text + "' is no time", e);
        }
    }
}
