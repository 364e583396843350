package io.koordbridge.yarnoperator.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.answers.LedgerAnswer;
import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.frame.LivePages;
import io.koordbridge.page.capacity.CapacityDocument;
import io.koordbridge.page.stream.Recent;
import io.koordbridge.yarnoperator.view.Answers.ExplainAnswer;
import io.koordbridge.yarnoperator.view.Answers.TimelineAnswer;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** {@code /api/v1}: read only. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
public final class CapacityResource {

    private static final Duration RECENT = Duration.ofSeconds(5);

    private final CapacityView view;
    private final CapacityDocument documents;
    private final ObjectMapper json;
    private final LivePages pages;
    private final Recent<Seen> seen;

    /**
     * Answers from a view.
     *
     * @param json form of the answers
     * @param pages streams of the open pages
     */
    public CapacityResource(CapacityView view, ObjectMapper json, LivePages pages) {
        this.view = view;
        this.documents = new CapacityDocument(json);
        this.json = json;
        this.pages = pages;
        this.seen = new Recent<>(this::see);
    }

    /** What all open pages show parts of. */
    private record Seen(StatusAnswer status, NodesAnswer nodes, LedgerAnswer ledger, JsonNode recent) {}

    private Seen see() {
        StatusAnswer status = view.status();
        return new Seen(
                status,
                view.nodes(),
                view.ledger(),
                json.valueToTree(view.timeline(status.time().minus(RECENT))));
    }

    /** Nodes with YARN: all, or those that the parameters of the table ask for. */
    @GET
    @Path("/nodes")
    public NodesAnswer nodes(@Context UriInfo request) {
        return LivePages.select(request, view::nodes, query -> CapacityDocument.page(view.nodes(), query));
    }

    /** All nodes that the parameters of the table ask for, for spreadsheets. */
    @GET
    @Path("/nodes.csv")
    @Produces("text/csv")
    public Response csv(@Context UriInfo request) {
        return LivePages.csv(request, query -> documents.csv(view.nodes(), query));
    }

    /** What the page shows, then each second what has changed. */
    @GET
    @Path("/stream")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void stream(@Suspended AsyncResponse answer, @Context UriInfo request) {
        pages.open(answer, request, query -> {
            Seen now = seen.get();
            return documents.of(now.status(), now.nodes(), now.ledger(), now.recent(), query);
        });
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
