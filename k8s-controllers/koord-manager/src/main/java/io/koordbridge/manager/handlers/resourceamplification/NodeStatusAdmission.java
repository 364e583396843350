package io.koordbridge.manager.handlers.resourceamplification;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.capacity.resourceamplification.NodeStatusAmplification;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.AdmissionPath;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;

/** Answers {@code /mutate-node-status}: amplified allocatable resources. */
public final class NodeStatusAdmission implements AdmissionHandler {

    /** The path of this handler. */
    public static final String PATH = "/mutate-node-status";

    private static final AdmissionPath SERVED = AdmissionPath.mutate(PATH, "node", "NodeResourceAmplification");

    @Override
    public AdmissionPath served() {
        return SERVED;
    }

    @Override
    public boolean ready() {
        return true;
    }

    @Override
    public AdmissionResult decide(Request request) {
        boolean status =
                request.resource().equals("nodes") && request.subResource().equals("status");
        if (!status || !request.operation().equals("UPDATE")) {
            return AdmissionResult.allowed();
        }
        ObjectNode node = request.presentObject();
        ObjectDecoding.node(node);
        if (request.oldObject() != null) {
            ObjectDecoding.node(request.oldObject());
        }
        NodeStatusAmplification.Outcome outcome = NodeStatusAmplification.update(node, request.oldObject());
        if (outcome.problem() != null) {
            return AdmissionResult.failed(outcome.problem());
        }
        return AdmissionResult.changed(node, outcome.node());
    }
}
