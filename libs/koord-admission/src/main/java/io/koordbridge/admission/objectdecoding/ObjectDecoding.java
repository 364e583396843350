package io.koordbridge.admission.objectdecoding;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.binding.BindingProblems;
import io.koordbridge.api.binding.StrictBinding;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.PureCore;

/**
 * Binds objects as strictly as the API server does: no number for a text, no text for a number, only amounts that can be
 * calculated with. Null is the empty value, in lists and maps too.
 */
@PureCore
public final class ObjectDecoding {

    private static final ObjectMapper STRICT = StrictBinding.mapper()
            .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.AS_EMPTY))
            .addMixIn(Quantity.class, StrictlyRead.class)
            .build();

    private ObjectDecoding() {}

    @JsonDeserialize(using = JsonQuantity.class)
    private interface StrictlyRead {}

    /**
     * The pod of a tree.
     *
     * @throws UndecodableException naming the first field that does not bind
     */
    public static Pod pod(JsonNode tree) {
        return object(tree, Pod.class, "pod");
    }

    /**
     * The node of a tree.
     *
     * @throws UndecodableException naming the first field that does not bind
     */
    public static Node node(JsonNode tree) {
        return object(tree, Node.class, "node");
    }

    /**
     * The config map of a tree.
     *
     * @throws UndecodableException naming the first field that does not bind
     */
    public static ConfigMap configMap(JsonNode tree) {
        return object(tree, ConfigMap.class, "config map");
    }

    /**
     * The quota of a tree.
     *
     * @throws UndecodableException naming the first field that does not bind
     */
    public static ElasticQuota elasticQuota(JsonNode tree) {
        return object(tree, ElasticQuota.class, "ElasticQuota");
    }

    /**
     * Checks what profiles change of a Reservation: its metadata and its template of a pod.
     *
     * @throws UndecodableException naming the first field that does not bind
     */
    public static void checkReservation(JsonNode tree) {
        JsonNode spec = tree.path("spec");
        if (!spec.isMissingNode() && !spec.isNull() && !spec.isObject()) {
            throw undecodable("reservation", BindingProblems.problem("spec", spec, Object.class));
        }
        bind(tree.path("metadata"), ObjectMeta.class, "reservation", "metadata");
        bind(spec.path("template"), PodTemplateSpec.class, "reservation", "spec.template");
    }

    private static <T extends HasMetadata> T object(JsonNode tree, Class<T> type, String kind) {
        T object = bind(tree, type, kind, "");
        if (object.getMetadata() == null) {
            object.setMetadata(new ObjectMeta());
        }
        return object;
    }

    private static <T> T bind(JsonNode tree, Class<T> type, String kind, String path) {
        try {
            return STRICT.treeToValue(tree, type);
        } catch (MismatchedInputException e) {
            throw undecodable(kind, BindingProblems.of(e, tree, path));
        } catch (JsonProcessingException e) {
            throw undecodable(kind, e.getOriginalMessage());
        }
    }

    private static UndecodableException undecodable(String kind, String problem) {
        return new UndecodableException("the " + kind + " does not decode: " + problem);
    }
}
