package io.koordbridge.api.pod;

import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code resources} and {@code allocatedResources} of a pod's status, overhead included. The client's model has no fields for them: they
 * are among the properties that it has no name for, as JSON has them.
 */
@PureCore
public final class PodLevelStatus {

    private static final String RESOURCES = "resources";
    private static final String REQUESTS = "requests";
    private static final String ALLOCATED = "allocatedResources";

    private PodLevelStatus() {}

    /** What the pod's control groups have; null when the status has no {@code resources}. */
    static @Nullable Map<String, Quantity> requests(PodStatus status) {
        return properties(status).get(RESOURCES) instanceof Map<?, ?> resources ? list(resources.get(REQUESTS)) : null;
    }

    /** What the kubelet has set aside; null when the status does not say. */
    static @Nullable Map<String, Quantity> allocated(PodStatus status) {
        Object list = properties(status).get(ALLOCATED);
        return list == null ? null : list(list);
    }

    private static Map<String, Object> properties(PodStatus status) {
        Map<String, Object> properties = status.getAdditionalProperties();
        return properties == null ? Map.of() : properties;
    }

    /** Gives a status what another encoding says of the pod as a whole. */
    public static void setRequests(PodStatus status, Map<String, Quantity> requests) {
        status.setAdditionalProperty(RESOURCES, Map.of(REQUESTS, requests));
    }

    /** The same of what the kubelet has set aside. */
    public static void setAllocated(PodStatus status, Map<String, Quantity> allocated) {
        status.setAdditionalProperty(ALLOCATED, allocated);
    }

    private static Map<String, Quantity> list(@Nullable Object value) {
        Map<String, Quantity> list = new HashMap<>();
        if (value instanceof Map<?, ?> amounts) {
            amounts.forEach((name, amount) -> list.put(String.valueOf(name), quantity(amount)));
        }
        return list;
    }

    /** Any text: whoever wants the amount of one that is no quantity gets the exception. */
    private static Quantity quantity(@Nullable Object amount) {
        if (amount instanceof Quantity quantity) {
            return quantity;
        }
        String text = String.valueOf(amount);
        if (text.length() > ExactQuantity.LONGEST) {
            return new Quantity("", "");
        }
        try {
            return Quantity.parse(text);
        } catch (IllegalArgumentException notAQuantity) {
            return new Quantity(text, "");
        }
    }
}
