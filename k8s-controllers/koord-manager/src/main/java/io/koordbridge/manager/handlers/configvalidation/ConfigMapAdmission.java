package io.koordbridge.manager.handlers.configvalidation;

import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.ClusterView.ConfigMapRef;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.AdmissionPath;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import io.koordbridge.sloconfig.validation.LabelledNode;
import io.koordbridge.sloconfig.validation.Rejection;
import java.util.Optional;
import java.util.stream.Stream;

/** Answers {@code /validate-configmap}. */
public final class ConfigMapAdmission implements AdmissionHandler {

    private static final AdmissionPath SERVED = AdmissionPath.validate("/validate-configmap", "configmap", "sloconfig");

    private final ClusterView view;
    private final ConfigMapRef configured;
    private final boolean namesRequired;

    public ConfigMapAdmission(ClusterView view, ConfigMapRef configured, boolean namesRequired) {
        this.view = view;
        this.configured = configured;
        this.namesRequired = namesRequired;
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
                ConfigReviews.ofConfigMap(request, configured, () -> nodes().iterator(), namesRequired);
        return denial.map(reason -> AdmissionResult.refused(reason.message())).orElseGet(AdmissionResult::allowed);
    }

    private Stream<LabelledNode> nodes() {
        return view.nodeNames().stream()
                .flatMap(name -> view.node(name).stream())
                .map(node -> new LabelledNode(
                        node.getMetadata().getName(), node.getMetadata().getLabels()));
    }
}
