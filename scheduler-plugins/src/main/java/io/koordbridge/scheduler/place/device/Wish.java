package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.PureCore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the annotation device-allocate-hint says of one type.
 *
 * @param labels labels that a device must have
 * @param functions labels that the group of a virtual function must have, null when none is wanted
 * @param strategy ApplyForAll, RequestsAsCount, or empty
 * @param scope PCIe or NUMANode when all devices must share one, empty otherwise
 * @param exclusive whether nobody else may use the device
 */
@PureCore
record Wish(
        Map<String, String> labels,
        @Nullable Map<String, String> functions,
        String strategy,
        String scope,
        boolean exclusive) {

    static final Wish NONE = new Wish(Map.of(), null, "", "", false);
    static final String APPLY_FOR_ALL = "ApplyForAll";
    static final String REQUESTS_AS_COUNT = "RequestsAsCount";
    static final String PCIE = "PCIe";
    static final String NUMA_NODE = "NUMANode";

    Wish {
        labels = Map.copyOf(labels);
        functions = functions == null ? null : Map.copyOf(functions);
    }

    boolean matches(Card card) {
        return card.labels().entrySet().containsAll(labels.entrySet());
    }
}
