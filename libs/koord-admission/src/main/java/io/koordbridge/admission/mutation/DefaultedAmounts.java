package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.document.admission.LimitRangeDefaults;
import io.koordbridge.api.document.admission.LimitRangeDefaults.Amount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Amounts of a submitted pod's containers that are no choice of its owner: the API server filled them in from a LimitRange, once before
 * this webhook and again after it has taken cpu and memory away.
 */
@PureCore
final class DefaultedAmounts {

    private final Map<Amount, JsonNode> values;

    private DefaultedAmounts(Map<Amount, JsonNode> values) {
        this.values = values;
    }

    static DefaultedAmounts of(ObjectNode pod) {
        String text = pod.path("metadata")
                .path("annotations")
                .path(Annotations.POD_LIMIT_RANGE_DEFAULTS)
                .textValue();
        Set<Amount> amounts =
                LimitRangeDefaults.of(text).orElse(LimitRangeDefaults.NONE).amounts();
        Map<Amount, JsonNode> values = new HashMap<>();
        if (!amounts.isEmpty()) {
            for (String list : List.of("initContainers", "containers")) {
                boolean init = list.equals("initContainers");
                PodTree.containers(pod, list).forEach(container -> collect(container, init, amounts, values));
            }
        }
        return new DefaultedAmounts(values);
    }

    private static void collect(ObjectNode container, boolean init, Set<Amount> amounts, Map<Amount, JsonNode> values) {
        for (boolean limit : new boolean[] {false, true}) {
            for (Map.Entry<String, JsonNode> given : list(container, limit).properties()) {
                Amount amount = amount(container, init, limit, given.getKey());
                if (amounts.contains(amount)) {
                    values.put(amount, given.getValue());
                }
            }
        }
    }

    private static Amount amount(ObjectNode container, boolean init, boolean limit, String resource) {
        return new Amount(container.path("name").asText(""), init, limit, resource);
    }

    private static JsonNode list(ObjectNode container, boolean limit) {
        return container.path("resources").path(limit ? "limits" : "requests");
    }

    /**
     * Removes request and limit of a resource where they are still the defaults.
     *
     * @param init whether the container is an init container
     * @return whether there was one
     */
    boolean takeFrom(ObjectNode container, boolean init, String resource) {
        boolean request = take(container, init, false, resource);
        boolean limit = take(container, init, true, resource);
        return request || limit;
    }

    private boolean take(ObjectNode container, boolean init, boolean limit, String resource) {
        JsonNode value = values.get(amount(container, init, limit, resource));
        boolean still = value != null && value.equals(list(container, limit).get(resource));
        if (still && list(container, limit) instanceof ObjectNode list) {
            list.remove(resource);
        }
        return still;
    }
}
