package io.koordbridge.manager.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.noderesource.NodeExplanation;
import io.koordbridge.manager.noderesource.NodeResourceReconciler;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.util.Optional;

/** {@code GET /api/v1/nodes/{name}/explain}; nothing is computed for an answer. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
public final class ExplainResource {

    private final ClusterView view;
    private final NodeResourceReconciler reconciler;
    private final LeaderGate gate;
    private final Clock clock;

    public ExplainResource(ClusterView view, NodeResourceReconciler reconciler, LeaderGate gate, Clock clock) {
        this.view = view;
        this.reconciler = reconciler;
        this.gate = gate;
        this.clock = clock;
    }

    /** The last calculation for a node. */
    @GET
    @Path("/nodes/{name}/explain")
    public Response explain(@PathParam("name") String name) {
        Optional<NodeExplanation> explanation = reconciler.explain(name);
        // A former leader knows no more than what it calculated then.
        if (explanation.isPresent() && gate.isLeader()) {
            return Response.ok(ExplainView.render(explanation.get(), clock.instant()))
                    .build();
        }
        return view.node(name).isEmpty()
                ? problem(404, "no node " + name)
                : problem(503, "node " + name + ": " + whyNothing());
    }

    private String whyNothing() {
        if (gate.isLeader()) {
            return "nothing calculated yet";
        }
        String holder = gate.holder();
        return "only the leading replica calculates, and this one does not lead"
                + (holder.isEmpty() ? "" : "; ask " + holder);
    }

    private static Response problem(int status, String message) {
        JsonNode body = JsonNodeFactory.instance.objectNode().put("error", message);
        return Response.status(status).entity(body).build();
    }
}
