package io.koordbridge.colo.plan.outcome;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.simulation.CheckedChanges;
import io.koordbridge.colo.simulation.CheckedChanges.Documents;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;

/** Values of the chart that bring a setting about. */
@PureCore
public final class ValuesToSet {
    private ValuesToSet() {}

    /** For a new installation, or an upgrade; what is not named keeps its default. */
    public static ObjectNode of(Variant variant) {
        ObjectNode values = ApiReader.JSON.createObjectNode();
        values.putObject("colocation").put("enabled", true);
        Documents documents = CheckedChanges.documents(variant.changes());
        put(values, ColocationSchemas.KEY, documents.colocation());
        put(values, CheckedChanges.THRESHOLDS, documents.thresholds());
        return values;
    }

    private static void put(ObjectNode values, String key, ObjectNode document) {
        if (!document.isEmpty()) {
            values.withObject("/sloControllerConfig/data").set(key, document);
        }
    }
}
