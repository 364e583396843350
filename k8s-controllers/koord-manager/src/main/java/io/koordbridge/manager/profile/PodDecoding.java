package io.koordbridge.manager.profile;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.koordbridge.api.binding.StrictBinding;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.QuantityTexts;
import java.util.List;
import java.util.Map;

/** Binds a pod as strictly as the API server does: no number for a text and no text for a number. */
@PureCore
public final class PodDecoding {

    private static final ObjectMapper STRICT = StrictBinding.mapper()
            .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.SKIP))
            .build();

    private static final List<String> CONTAINERS = List.of("containers", "initContainers", "ephemeralContainers");

    private PodDecoding() {}

    /**
     * The pod of a tree, with amounts that can be calculated with.
     *
     * @throws RefusedException naming the first field that does not bind
     */
    public static Pod decode(JsonNode pod) {
        try {
            Pod decoded = STRICT.treeToValue(pod, Pod.class);
            checkAmounts(pod.path("spec"));
            if (decoded.getMetadata() == null) {
                decoded.setMetadata(new ObjectMeta());
            }
            return decoded;
        } catch (JsonProcessingException e) {
            throw new RefusedException("the pod does not decode: " + e.getOriginalMessage());
        }
    }

    /** Refuses a Reservation whose metadata or pod template does not bind. */
    static void checkReservation(JsonNode reservation) {
        JsonNode spec = reservation.path("spec");
        bind(reservation.path("metadata"), ObjectMeta.class, "metadata");
        bind(spec.path("template"), PodTemplateSpec.class, "spec.template");
        if (!spec.isMissingNode() && !spec.isNull() && !spec.isObject()) {
            throw new RefusedException("the reservation does not decode: spec is no object");
        }
        checkAmounts(spec.path("template").path("spec"));
    }

    /** The model takes amounts with any suffix. */
    private static void checkAmounts(JsonNode podSpec) {
        checkAmounts(podSpec.path("overhead"), "overhead");
        checkResources(podSpec.path("resources"));
        for (String list : CONTAINERS) {
            podSpec.path(list).forEach(container -> checkResources(container.path("resources")));
        }
    }

    private static void checkResources(JsonNode resources) {
        checkAmounts(resources.path("requests"), "requests");
        checkAmounts(resources.path("limits"), "limits");
    }

    private static void checkAmounts(JsonNode amounts, String field) {
        for (Map.Entry<String, JsonNode> amount : amounts.properties()) {
            String text = amount.getValue().asText("").strip();
            if (!amount.getValue().isNull() && QuantityTexts.parse(text).isEmpty()) {
                throw new RefusedException(
                        field + "." + amount.getKey() + " = " + amount.getValue() + ", allowed: a quantity");
            }
        }
    }

    private static <T> void bind(JsonNode tree, Class<T> type, String field) {
        if (tree.isMissingNode() || tree.isNull()) {
            return;
        }
        try {
            STRICT.treeToValue(tree, type);
        } catch (JsonProcessingException e) {
            throw new RefusedException("the reservation does not decode: " + field + ": " + e.getOriginalMessage());
        }
    }
}
