package io.koordbridge.manager.app;

import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.explain.NodeRow;
import io.koordbridge.manager.explain.NodeRows;
import io.koordbridge.manager.noderesource.NodeResourceReconciler;
import io.koordbridge.sloconfig.Problem;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** {@code /api/v1/status} and {@code /api/v1/nodes}: read only, nothing is computed for an answer. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
public final class CapacityResource {

    private final ClusterView view;
    private final NodeResourceReconciler reconciler;
    private final ConfigSources configuration;
    private final LeaderGate gate;
    private final Clock clock;

    public CapacityResource(
            ClusterView view,
            NodeResourceReconciler reconciler,
            ConfigSources configuration,
            LeaderGate gate,
            Clock clock) {
        this.view = view;
        this.reconciler = reconciler;
        this.configuration = configuration;
        this.gate = gate;
        this.clock = clock;
    }

    /**
     * {@code GET /api/v1/status}.
     *
     * @param holder identity of the leading replica, empty when not known
     * @param synced whether this replica has seen the whole cluster
     * @param configured whether a colocation configuration is in force
     * @param problems texts of the ConfigMap that are not in force
     */
    public record Status(
            String time, boolean leader, String holder, boolean synced, boolean configured, List<String> problems) {}

    /** {@code GET /api/v1/nodes}; no nodes on a replica that does not lead. */
    public record Nodes(String time, boolean leader, List<NodeRow> nodes) {}

    /** How this replica is. */
    @GET
    @Path("/status")
    public Status status() {
        return new Status(
                clock.instant().toString(),
                gate.isLeader(),
                gate.holder(),
                view.synced(),
                configuration.available(),
                configuration.problems().stream().map(Problem::message).toList());
    }

    /** All nodes at a glance. */
    @GET
    @Path("/nodes")
    public Nodes nodes() {
        Instant now = clock.instant();
        // A former leader knows no more than what it calculated then.
        boolean leads = gate.isLeader();
        List<NodeRow> rows = leads
                ? view.nodeNames().stream().sorted().map(name -> row(name, now)).toList()
                : List.of();
        return new Nodes(now.toString(), leads, rows);
    }

    private NodeRow row(String name, Instant now) {
        return reconciler
                .explain(name)
                .map(explanation -> NodeRows.of(explanation, now))
                .orElseGet(() -> NodeRows.waiting(name));
    }
}
