package io.koordbridge.manager.quota.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.topology.QuotaDefaults;
import io.koordbridge.manager.quota.topology.QuotaView;
import io.koordbridge.manager.quota.topology.ReviewTopology;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.AdmissionPath;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import java.util.Map;

/** Gives new quotas what their author left out: parent, tree, weights. */
public final class QuotaMutation implements AdmissionHandler {

    private static final AdmissionPath SERVED = AdmissionPath.mutate(
            "/mutate-scheduling-sigs-k8s-io-v1alpha1-elasticquota", "elasticquota", "QuotaMetaChecker");

    private final QuotaView view;
    private final ReviewTopology trees;

    /**
     * A handler.
     *
     * @param trees of that view, with what it does not show yet
     */
    public QuotaMutation(QuotaView view, ReviewTopology trees) {
        this.view = view;
        this.trees = trees;
    }

    @Override
    public AdmissionPath served() {
        return SERVED;
    }

    @Override
    public boolean ready() {
        return view.synced();
    }

    /** The parent may have to be read from the API server. */
    @Override
    public boolean mayWait() {
        return true;
    }

    @Override
    public AdmissionResult decide(Request request) {
        if (!request.isAbout("elasticquotas", "CREATE")) {
            return AdmissionResult.allowed();
        }
        ObjectNode object = request.presentObject();
        return fill(ObjectDecoding.elasticQuota(object), object, request.deadline());
    }

    private AdmissionResult fill(ElasticQuota quota, ObjectNode object, CallerDeadline deadline) {
        QuotaDefaults.Filled filled = QuotaDefaults.of(trees.of(quota, deadline), quota);
        if (filled.refusal() != null) {
            return AdmissionResult.failed(filled.refusal());
        }
        ObjectNode after = object.deepCopy();
        put(after, "labels", filled.labels());
        put(after, "annotations", filled.annotations());
        return AdmissionResult.changed(object, after);
    }

    private static void put(ObjectNode object, String field, Map<String, String> entries) {
        if (entries.isEmpty()) {
            return;
        }
        ObjectNode metadata = child(object, "metadata");
        ObjectNode map = child(metadata, field);
        entries.forEach(map::put);
    }

    private static ObjectNode child(ObjectNode parent, String name) {
        return parent.get(name) instanceof ObjectNode present ? present : parent.putObject(name);
    }
}
