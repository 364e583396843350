package io.koordbridge.sloconfig.review;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.catalog.Actor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Fields that have no effect while the node agent is koordlet. */
@PureCore
public final class UnusedFields {
    private static final SetFields.Warning WARNING =
            new SetFields.Warning("koordlet does not act on it, Koordinator's agent only", "");

    private UnusedFields() {}

    /** One finding for each field that is set; by key and line. */
    public static List<Finding> of(Map<String, String> data) {
        return SetFields.of(
                data,
                (key, path) -> Actor.of(key, path) == Actor.REFERENCE_AGENT ? Optional.of(WARNING) : Optional.empty());
    }
}
