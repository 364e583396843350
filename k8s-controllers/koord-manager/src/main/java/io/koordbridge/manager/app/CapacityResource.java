package io.koordbridge.manager.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.explain.NodeRow;
import io.koordbridge.manager.explain.NodeRows;
import io.koordbridge.manager.publish.NodeResourceReconciler;
import io.koordbridge.sloconfig.Problem;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@code /api/v1}: how the replica is, all nodes, one node in full. Read only, nothing is computed for an answer. */
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
     * @param holderPod pod of the leading replica, empty when not known
     * @param namespace where the replicas hold their Lease
     * @param synced whether this replica has seen the whole cluster
     * @param configured whether a colocation configuration is in force
     * @param problems texts of the ConfigMap that are not in force
     */
    public record Status(
            String time,
            boolean leader,
            String holder,
            String holderPod,
            String namespace,
            boolean synced,
            boolean configured,
            List<String> problems) {}

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
                gate.holderPod(),
                gate.settings().namespace(),
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
        return view.synced() && view.node(name).isEmpty()
                ? problem(404, "no node " + name)
                : problem(503, "node " + name + ": " + whyNothing());
    }

    private String whyNothing() {
        if (!view.synced()) {
            return "this replica is still reading the cluster, it waits for " + String.join(", ", view.unread());
        }
        if (gate.isLeader()) {
            return "nothing calculated yet";
        }
        String pod = gate.holderPod();
        return "only the leading replica calculates, and this one does not lead"
                + (pod.isEmpty() ? "" : "; ask " + pod);
    }

    private static Response problem(int status, String message) {
        JsonNode body = JsonNodeFactory.instance.objectNode().put("error", message);
        return Response.status(status).entity(body).build();
    }

    private NodeRow row(String name, Instant now) {
        return reconciler
                .explain(name)
                .map(explanation -> NodeRows.of(explanation, now))
                .orElseGet(() -> NodeRows.waiting(name));
    }
}
