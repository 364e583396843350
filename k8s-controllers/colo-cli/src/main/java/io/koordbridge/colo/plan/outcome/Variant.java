package io.koordbridge.colo.plan.outcome;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One setting that is compared.
 *
 * @param title of its column
 * @param changes fields that differ from the defaults, in the order given
 */
public record Variant(String title, Map<String, String> changes) {

    public Variant {
        changes = new LinkedHashMap<>(changes);
    }
}
