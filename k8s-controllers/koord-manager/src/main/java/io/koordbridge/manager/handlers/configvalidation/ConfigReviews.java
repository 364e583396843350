package io.koordbridge.manager.handlers.configvalidation;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.manager.clusterview.ClusterView.ConfigMapRef;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.validation.ConfigMapRules;
import io.koordbridge.sloconfig.validation.LabelledNode;
import io.koordbridge.sloconfig.validation.NodeLabelRules;
import io.koordbridge.sloconfig.validation.Rejection;
import java.util.Map;
import java.util.Optional;
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
    public static Optional<Rejection> ofConfigMap(
            Request request, ConfigMapRef configured, Iterable<LabelledNode> nodes, boolean namesRequired) {
        if (!request.isAbout("configmaps", CREATE, UPDATE)) {
            return Optional.empty();
        }
        ConfigMap object = ObjectDecoding.configMap(request.presentObject());
        ConfigMap before = request.oldObject() == null ? null : ObjectDecoding.configMap(request.oldObject());
        boolean ours = configured.name().equals(orElse(object.getMetadata().getName(), request.name()))
                && configured.namespace().equals(orElse(object.getMetadata().getNamespace(), request.namespace()));
        return ours
                ? ConfigMapRules.denial(
                        orEmpty(object.getData()),
                        before == null ? null : orEmpty(before.getData()),
                        nodes,
                        namesRequired)
                : Optional.empty();
    }

    /**
     * Why a node may not get its new labels.
     *
     * @param data the config map as stored, null when absent or unknown
     */
    public static Optional<Rejection> ofNode(Request request, @Nullable Map<String, String> data) {
        if (!request.isAbout("nodes", UPDATE)) {
            return Optional.empty();
        }
        ObjectMeta after = ObjectDecoding.node(request.presentObject()).getMetadata();
        ObjectMeta before = ObjectDecoding.node(request.presentOldObject()).getMetadata();
        LabelledNode node = new LabelledNode(orElse(after.getName(), request.name()), orEmpty(after.getLabels()));
        return data == null ? Optional.empty() : NodeLabelRules.denial(orEmpty(before.getLabels()), node, data);
    }

    private static String orElse(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }
}
