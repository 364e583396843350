package io.koordbridge.manager.quota.webhook;

import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.topology.PodQuestion;
import io.koordbridge.manager.quota.topology.QuotaDecision;
import io.koordbridge.manager.quota.topology.QuotaGates;
import io.koordbridge.manager.quota.topology.QuotaReview;
import io.koordbridge.manager.quota.topology.QuotaReview.Operation;
import io.koordbridge.manager.quota.topology.QuotaRules;
import io.koordbridge.manager.quota.topology.QuotaTopology;
import io.koordbridge.manager.quota.topology.QuotaView;
import io.koordbridge.manager.quota.topology.QuotaWarnings;
import io.koordbridge.manager.quota.topology.ReviewTopology;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.AdmissionPath;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import java.util.Optional;

/** Keeps the quota trees whole: refuses changes that break a rule, and deletion while children or pods are there. */
public final class QuotaValidation implements AdmissionHandler {

    private static final AdmissionPath SERVED = AdmissionPath.validate(
            "/validate-scheduling-sigs-k8s-io-v1alpha1-elasticquota", "elasticquota", "QuotaMetaChecker");
    private static final int UNAVAILABLE = 503;

    private final QuotaView view;
    private final ReviewTopology trees;
    private final QuotaPods pods;
    private final QuotaGates gates;

    /**
     * A handler.
     *
     * @param trees of that view, with what it does not show yet
     */
    public QuotaValidation(QuotaView view, ReviewTopology trees, QuotaPods pods, QuotaGates gates) {
        this.view = view;
        this.trees = trees;
        this.pods = pods;
        this.gates = gates;
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
        if (!request.isAbout("elasticquotas", "CREATE", "UPDATE", "DELETE")) {
            return AdmissionResult.allowed();
        }
        Operation operation = Operation.valueOf(request.operation());
        ElasticQuota quota = ObjectDecoding.elasticQuota(
                operation == Operation.DELETE ? request.presentOldObject() : request.presentObject());
        ElasticQuota before =
                operation == Operation.UPDATE ? ObjectDecoding.elasticQuota(request.presentOldObject()) : null;
        if (quota.getMetadata().getName() == null) {
            quota.getMetadata().setName(request.name());
        }
        return rule(new QuotaReview(operation, quota, before), request);
    }

    private AdmissionResult rule(QuotaReview review, Request request) {
        QuotaTopology topology = trees.of(review, request.deadline());
        request.checkStillWanted();
        Optional<PodQuestion> question = QuotaRules.question(topology, review, gates);
        Optional<Boolean> belong = question.map(pods::belong).orElse(Optional.of(false));
        if (belong.isEmpty()) {
            return AdmissionResult.denied(
                    UNAVAILABLE,
                    "pods are not read yet, so it is unknown whether " + review.name() + " has any; try again");
        }
        request.checkStillWanted();
        QuotaDecision ruling = QuotaRules.decide(topology, review, gates, belong.get());
        if (ruling.refusal() != null) {
            return AdmissionResult.refused(ruling.refusal());
        }
        return review.operation() == Operation.DELETE
                ? AdmissionResult.allowed()
                : AdmissionResult.warned(QuotaWarnings.of(review.before(), review.quota()));
    }
}
