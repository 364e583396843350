package io.koordbridge.manager.configvalidation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.koordbridge.manager.clusterview.ClusterView.ConfigMapRef;
import io.koordbridge.manager.webhook.AdmissionReviews.Request;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.validation.ConfigMapRules;
import io.koordbridge.sloconfig.validation.Denial;
import io.koordbridge.sloconfig.validation.LabelledNode;
import io.koordbridge.sloconfig.validation.NodeLabelRules;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** From a review to the rules: which objects and operations they are about. */
@PureCore
public final class ConfigReviews {

    private static final String CREATE = "CREATE";
    private static final String UPDATE = "UPDATE";

    private ConfigReviews() {}

    /**
     * Why a config map may not be stored.
     *
     * @param configured the one config map that the rules are for
     * @param nodes nodes that exist
     * @param namesRequired whether entries need names of their own
     */
    public static Optional<Denial> ofConfigMap(
            Request request, ConfigMapRef configured, Iterable<LabelledNode> nodes, boolean namesRequired) {
        JsonNode object = orMissing(request.object());
        boolean ours = configured.name().equals(metadata(object, "name", request.name()))
                && configured.namespace().equals(metadata(object, "namespace", request.namespace()));
        if (!ours || !request.isAbout("configmaps", CREATE, UPDATE)) {
            return Optional.empty();
        }
        JsonNode before = orMissing(request.oldObject());
        Map<String, String> dataBefore = before.isMissingNode() ? null : texts(before.path("data"));
        return ConfigMapRules.denial(texts(object.path("data")), dataBefore, nodes, namesRequired);
    }

    /**
     * Why a node may not get its new labels.
     *
     * @param data the config map as stored, null when there is none or it is not known
     */
    public static Optional<Denial> ofNode(Request request, @Nullable Map<String, String> data) {
        if (data == null || !request.isAbout("nodes", UPDATE)) {
            return Optional.empty();
        }
        JsonNode object = orMissing(request.object());
        LabelledNode node = new LabelledNode(metadata(object, "name", request.name()), labels(object));
        return NodeLabelRules.denial(labels(orMissing(request.oldObject())), node, data);
    }

    private static JsonNode orMissing(@Nullable JsonNode object) {
        return object == null ? MissingNode.getInstance() : object;
    }

    private static String metadata(JsonNode object, String field, String otherwise) {
        return object.path("metadata").path(field).asText(otherwise);
    }

    private static Map<String, String> labels(JsonNode object) {
        return texts(object.path("metadata").path("labels"));
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new TreeMap<>();
        object.properties()
                .forEach(field -> texts.put(field.getKey(), field.getValue().asText("")));
        return texts;
    }
}
