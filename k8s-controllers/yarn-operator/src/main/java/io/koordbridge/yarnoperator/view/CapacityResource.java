package io.koordbridge.yarnoperator.view;

import io.koordbridge.answers.LedgerAnswer;
import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.yarnoperator.view.Answers.ExplainAnswer;
import io.koordbridge.yarnoperator.view.Answers.TimelineAnswer;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.Map;

/** {@code /api/v1}: read only. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
public final class CapacityResource {

    private final CapacityView view;

    public CapacityResource(CapacityView view) {
        this.view = view;
    }

    /** All nodes with YARN. */
    @GET
    @Path("/nodes")
    public NodesAnswer nodes() {
        return view.nodes();
    }

    /** Why a node's lease is what it is. */
    @GET
    @Path("/nodes/{name}/explain")
    public ExplainAnswer explain(@PathParam("name") String name) {
        return view.explain(name)
                .orElseThrow(() -> view.unread()
                        .map(lacking -> problem(Response.Status.SERVICE_UNAVAILABLE, lacking))
                        .orElseGet(() -> problem(
                                Response.Status.NOT_FOUND, "node " + name + " has no NodeManager and no lease")));
    }

    private static WebApplicationException problem(Response.Status status, String text) {
        return new WebApplicationException(Response.status(status)
                .type(MediaType.APPLICATION_JSON)
                .entity(Map.of("error", text))
                .build());
    }

    /** The ledger. */
    @GET
    @Path("/ledger")
    public LedgerAnswer ledger() {
        return view.ledger();
    }

    /** The health strip and the sums. */
    @GET
    @Path("/status")
    public StatusAnswer status() {
        return view.status();
    }

    /** Samples and events after a time. */
    @GET
    @Path("/timeline")
    public TimelineAnswer timeline(@QueryParam("since") @DefaultValue("0") String since) {
        try {
            return view.timeline(Instant.ofEpochMilli(Math.max(Long.parseLong(since), 0)));
        } catch (NumberFormatException e) {
            throw problem(
                    Response.Status.BAD_REQUEST, "since = '" + since + "': want a time in milliseconds since 1970");
        }
    }
}
