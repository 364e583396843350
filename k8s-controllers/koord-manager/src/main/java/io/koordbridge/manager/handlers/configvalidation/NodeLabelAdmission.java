package io.koordbridge.manager.handlers.configvalidation;

import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.AdmissionPath;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import io.koordbridge.sloconfig.validation.Rejection;
import java.util.Optional;

/** Answers {@code /validate-node}. */
public final class NodeLabelAdmission implements AdmissionHandler {

    private static final AdmissionPath SERVED = AdmissionPath.validate("/validate-node", "node", "sloconfig");

    private final ClusterView view;

    public NodeLabelAdmission(ClusterView view) {
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
        Optional<Rejection> denial =
                ConfigReviews.ofNode(request, view.configMapData().orElse(null));
        return denial.map(reason -> AdmissionResult.refused(reason.message())).orElseGet(AdmissionResult::allowed);
    }
}
