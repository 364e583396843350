package io.koordbridge.yarnoperator.view;

import io.koordbridge.answers.AppsAnswer;
import io.koordbridge.answers.AppsAnswer.App;
import io.koordbridge.answers.AppsAnswer.Source;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.yarnoperator.resourcemanager.ApplicationHistory;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code /api/v1/apps}: applications of all clusters, as their ResourceManagers remember them. */
@Path("/api/v1/apps")
@Produces(MediaType.APPLICATION_JSON)
public final class ApplicationsResource {

    private final YarnClusters clusters;
    private final YarnConversion conversion;
    private final SteadyClock clock;

    public ApplicationsResource(YarnClusters clusters, YarnConversion conversion, SteadyClock clock) {
        this.clusters = clusters;
        this.conversion = conversion;
        this.clock = clock;
    }

    /** Those that the parameters ask for. A cluster that does not answer is named beside the others. */
    @GET
    public AppsAnswer apps(@Context UriInfo request) {
        return answer(query(request));
    }

    AppsAnswer answer(AppsQuery query) {
        List<Source> sources = new ArrayList<>();
        List<App> apps = new ArrayList<>();
        for (ApplicationHistory.Answer answer : clusters.applications()) {
            sources.add(new Source(answer.cluster(), answer.problem(), answer.complete()));
            ApplicationsReader reader = new ApplicationsReader(answer.cluster(), conversion);
            answer.applications().forEach(part -> apps.addAll(reader.read(part)));
        }
        List<App> fitting = query.fitting(apps);
        return new AppsAnswer(
                clock.timeOfDay(),
                sources,
                fitting.size(),
                fitting.subList(0, Math.min(query.limit(), fitting.size())));
    }

    private static AppsQuery query(UriInfo request) {
        try {
            return AppsQuery.of(request.getQueryParameters()::getFirst);
        } catch (IllegalArgumentException e) {
            throw new WebApplicationException(Response.status(Response.Status.BAD_REQUEST)
                    .type(MediaType.APPLICATION_JSON)
                    .entity(Map.of("error", String.valueOf(e.getMessage())))
                    .build());
        }
    }
}
