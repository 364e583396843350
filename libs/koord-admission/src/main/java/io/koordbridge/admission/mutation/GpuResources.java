package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.document.text.QuantityReader;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits a GPU request into cores, memory ratio and number of cards; manager specification section 9.2 step 4. */
@PureCore
final class GpuResources {

    private static final String GPU = "koordinator.sh/gpu";
    private static final String CORE = "koordinator.sh/gpu-core";
    private static final String MEMORY = "koordinator.sh/gpu-memory";
    private static final String MEMORY_RATIO = "koordinator.sh/gpu-memory-ratio";
    private static final String SHARED = "koordinator.sh/gpu.shared";
    private static final List<String> ALL = List.of(GPU, CORE, MEMORY, MEMORY_RATIO, SHARED);
    private static final long CARD = 100;

    private GpuResources() {}

    static void apply(ObjectNode pod) {
        for (ObjectNode container : PodTree.containers(pod, "containers")) {
            JsonNode resources = container.path("resources");
            boolean named = ALL.stream()
                    .anyMatch(name -> resources.path("requests").has(name)
                            || resources.path("limits").has(name));
            if (named && resources instanceof ObjectNode object) {
                split(PodTree.child(object, "requests"), PodTree.child(object, "limits"));
            }
        }
    }

    private static void split(ObjectNode requests, ObjectNode limits) {
        JsonNode gpu = requests.get(GPU);
        if (gpu != null) {
            String percent = Quantities.ofDecimal(amount(gpu)).toString();
            for (ObjectNode list : List.of(requests, limits)) {
                list.put(CORE, percent);
                list.put(MEMORY_RATIO, percent);
                list.remove(GPU);
            }
        }
        if (!requests.has(SHARED)) {
            String shared = String.valueOf(cards(requests));
            requests.put(SHARED, shared);
            limits.put(SHARED, shared);
        }
    }

    private static long cards(ObjectNode requests) {
        JsonNode percent = requests.has(MEMORY_RATIO) ? requests.get(MEMORY_RATIO) : requests.get(CORE);
        long amount = amount(percent);
        return amount > CARD && amount % CARD == 0 ? amount / CARD : 1;
    }

    private static long amount(@Nullable JsonNode quantity) {
        return quantity == null
                ? 0
                : QuantityReader.ofJson(quantity).map(Quantities::value).orElse(0L);
    }
}
