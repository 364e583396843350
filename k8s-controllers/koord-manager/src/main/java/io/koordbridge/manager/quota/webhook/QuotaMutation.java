package io.koordbridge.manager.quota.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.topology.QuotaDefaults;
import io.koordbridge.manager.quota.topology.QuotaView;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.AdmissionPath;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives new quotas what their author left out: parent, tree, weights. */
public final class QuotaMutation implements AdmissionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaMutation.class);
    private static final AdmissionPath SERVED = AdmissionPath.mutate(
            "/mutate-scheduling-sigs-k8s-io-v1alpha1-elasticquota", "elasticquota", "QuotaMetaChecker");

    private final QuotaView view;

    public QuotaMutation(QuotaView view) {
        this.view = view;
    }

    @Override
    public AdmissionPath served() {
        return SERVED;
    }

    @Override
    public boolean ready() {
        return view.synced();
    }

    @Override
    public AdmissionResult decide(Request request) {
        if (!request.isAbout("elasticquotas", "CREATE")) {
            return AdmissionResult.allowed();
        }
        ObjectNode object = request.presentObject();
        return fill(ObjectDecoding.elasticQuota(object), object);
    }

    private AdmissionResult fill(ElasticQuota quota, ObjectNode object) {
        QuotaDefaults.Filled filled = QuotaDefaults.of(view.topology(), quota);
        String name =
                quota.getMetadata().getNamespace() + "/" + quota.getMetadata().getName();
        if (filled.refusal() != null) {
            LOG.info("quota refused quota={} reason={}", name, filled.refusal());
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
