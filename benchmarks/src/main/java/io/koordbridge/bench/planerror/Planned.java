package io.koordbridge.bench.planerror;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a plan says of a node with the settings that are installed then.
 *
 * @param offeredPercent of the node
 * @param deliveredPercent of the node
 */
record Planned(double offeredPercent, double deliveredPercent) {

    /**
     * From the document of {@code colo plan -o json}.
     *
     * @throws IllegalArgumentException when it has other nodes than the one, or no figures
     */
    static Planned of(JsonNode document) {
        JsonNode total = document.path("total");
        if (total.path("nodes").asInt() != 1 || !total.path("deliveredPercent").isNumber()) {
            throw new IllegalArgumentException("no plan of one node: " + document);
        }
        return new Planned(
                total.path("offeredPercent").asDouble(),
                total.path("deliveredPercent").asDouble());
    }
}
