package io.koordbridge.descheduler.app;

import io.koordbridge.answers.DeschedulerPlanAnswer;
import io.koordbridge.answers.MigrationsAnswer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.function.Supplier;

/** {@code /apis/v1}: read only. */
@Path("/apis/v1")
@Produces(MediaType.APPLICATION_JSON)
public final class DeschedulerResource {

    private final Supplier<DeschedulerPlanAnswer> plan;
    private final Supplier<MigrationsAnswer> migrations;

    /**
     * Answers from these.
     *
     * @param plan calculates what the next run would do
     */
    DeschedulerResource(Supplier<DeschedulerPlanAnswer> plan, Supplier<MigrationsAnswer> migrations) {
        this.plan = plan;
        this.migrations = migrations;
    }

    /** What the next run would evict, and what keeps the other pods of overloaded nodes. */
    @GET
    @Path("/plan")
    public DeschedulerPlanAnswer plan() {
        return plan.get();
    }

    /** Jobs under way and the last ones that ended. */
    @GET
    @Path("/migrations")
    public MigrationsAnswer migrations() {
        return migrations.get();
    }
}
