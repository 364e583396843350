package io.koordbridge.manager.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
@Path("/api/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
public final class ExplainResource {

    private final ClusterView view;
    private final NodeResourceReconciler reconciler;
    private final Clock clock;

    public ExplainResource(ClusterView view, NodeResourceReconciler reconciler, Clock clock) {
        this.view = view;
        this.reconciler = reconciler;
        this.clock = clock;
    }

    /** The last calculation for a node. */
    @GET
    @Path("/{name}/explain")
    public Response explain(@PathParam("name") String name) {
        Optional<NodeExplanation> explanation = reconciler.explain(name);
        if (explanation.isPresent()) {
            return Response.ok(ExplainView.render(explanation.get(), clock.instant()))
                    .build();
        }
        return view.node(name).isEmpty()
                ? problem(404, "no node " + name)
                : problem(503, "node " + name + ": nothing calculated yet; only the leading replica calculates");
    }

    private static Response problem(int status, String message) {
        JsonNode body = JsonNodeFactory.instance.objectNode().put("error", message);
        return Response.status(status).entity(body).build();
    }
}
