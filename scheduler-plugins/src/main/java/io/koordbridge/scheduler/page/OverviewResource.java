package io.koordbridge.scheduler.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.frame.LivePages;
import io.koordbridge.page.stream.Recent;
import io.koordbridge.page.table.TableQuery;
import io.koordbridge.page.table.TableView.Slice;
import io.koordbridge.scheduler.quota.tree.ExplainedQuota;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code /api/v1} of koord-scheduler: quotas, gangs, reservations. Read only; rows are made when a reader asks. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
public final class OverviewResource {

    private static final int NOT_FOUND = 404;

    private final Recent<Overview> overview;
    private final Function<String, Optional<ExplainedQuota>> explained;
    private final LivePages pages;
    private final ObjectMapper json;

    /**
     * Answers.
     *
     * @param overview what there is now
     * @param explained how a quota's runtime came about, by name
     */
    public OverviewResource(
            Supplier<Overview> overview,
            Function<String, Optional<ExplainedQuota>> explained,
            LivePages pages,
            ObjectMapper json) {
        this.overview = new Recent<>(overview);
        this.explained = explained;
        this.pages = pages;
        this.json = json;
    }

    /** How this replica is. */
    @GET
    @Path("/status")
    public Overview.Status status() {
        return overview.get().status();
    }

    /** Quotas that the parameters of the table ask for, the first 100 without. */
    @GET
    @Path("/quotas")
    public Slice<QuotaRow> quotas(@Context UriInfo request) {
        return LivePages.read(request, parameters -> overview.get().quotas(TableQuery.of(parameters)));
    }

    /** Gangs, likewise. */
    @GET
    @Path("/gangs")
    public Slice<GangRow> gangs(@Context UriInfo request) {
        return LivePages.read(request, parameters -> overview.get().gangs(TableQuery.of(parameters)));
    }

    /** Reservations, likewise. */
    @GET
    @Path("/reservations")
    public Slice<ReservationRow> reservations(@Context UriInfo request) {
        return LivePages.read(request, parameters -> overview.get().reservations(TableQuery.of(parameters)));
    }

    /** How the runtime of a quota came about, and why its pods wait. */
    @GET
    @Path("/quotas/{name}/explain")
    public Response explain(@PathParam("name") String name) {
        return explained
                .apply(name)
                .map(found -> Response.ok(found).build())
                .orElseGet(() -> Response.status(NOT_FOUND)
                        .entity(Map.of("error", "no quota " + name + " is in use"))
                        .build());
    }

    /** What the page shows, then every two seconds what has changed. */
    @GET
    @Path("/stream")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void stream(@Suspended AsyncResponse answer, @Context UriInfo request) {
        pages.open(answer, request, Overview.Query::of, query -> overview.get().document(query, json));
    }
}
