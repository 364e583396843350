package io.koordbridge.manager.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.frame.LivePages;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.explain.NodeRow;
import io.koordbridge.manager.explain.NodeRowTable;
import io.koordbridge.manager.explain.NodeRows;
import io.koordbridge.manager.explain.NodeSummary;
import io.koordbridge.manager.explain.Protection;
import io.koordbridge.manager.profile.outsidetier.OutsideTier;
import io.koordbridge.manager.publish.NodeResourceReconciler;
import io.koordbridge.page.stream.LiveDocument;
import io.koordbridge.page.stream.Recent;
import io.koordbridge.page.table.CsvText;
import io.koordbridge.page.table.TableQuery;
import io.koordbridge.page.table.TableView;
import io.koordbridge.sloconfig.Problem;
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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** {@code /api/v1}: how the replica is, all nodes, one node in full. Read only; no capacity is calculated for an answer. */
@Path("/api/v1")
@Produces(MediaType.APPLICATION_JSON)
public final class CapacityResource {

    private static final Duration PAGE_PERIOD = Duration.ofSeconds(2);

    private final ClusterView view;
    private final NodeResourceReconciler reconciler;
    private final ConfigSources configuration;
    private final ProtectionCheck protection;
    private final Supplier<OutsideTier> outsideTier;
    private final LeaderGate gate;
    private final Clock clock;
    private final ObjectMapper json;
    private final LivePages pages;
    private final Recent<Seen> seen;

    /** What it shows besides nodes. */
    record Shown(ConfigSources configuration, ProtectionCheck protection, Supplier<OutsideTier> outsideTier) {}

    CapacityResource(
            ClusterView view, NodeResourceReconciler reconciler, Shown shown, LeaderGate gate, BridgeContext context) {
        this.view = view;
        this.reconciler = reconciler;
        this.configuration = shown.configuration();
        this.protection = shown.protection();
        this.outsideTier = shown.outsideTier();
        this.gate = gate;
        this.clock = context.clock();
        this.json = context.environment().getObjectMapper();
        this.pages = LivePages.of(context, PAGE_PERIOD);
        this.seen = new Recent<>(() -> {
            Nodes nodes = allNodes();
            return new Seen(status(), nodes, NodeSummary.of(nodes.nodes()));
        });
    }

    /** What all open pages show parts of. */
    private record Seen(Status status, Nodes nodes, NodeSummary summary) {}

    /**
     * {@code GET /api/v1/status}.
     *
     * @param holder identity of the leading replica, empty when not known
     * @param holderPod pod of the leading replica, empty when not known
     * @param namespace where the replicas hold their Lease
     * @param synced whether this replica has seen the whole cluster
     * @param configured whether a colocation configuration is in force
     * @param problems texts of the ConfigMap that are not in force
     * @param protection whether online pods are protected where capacity is offered
     * @param outsideTier best-effort pods outside the best-effort tier
     */
    public record Status(
            String time,
            boolean leader,
            String holder,
            String holderPod,
            String namespace,
            boolean synced,
            boolean configured,
            List<String> problems,
            Protection protection,
            OutsideTier outsideTier) {}

    /**
     * {@code GET /api/v1/nodes}; no nodes on a replica that does not lead.
     *
     * @param total number of all nodes
     * @param fitting number of nodes that fit the query
     * @param offset fitting nodes before the first one
     */
    public record Nodes(String time, boolean leader, int total, int fitting, int offset, List<NodeRow> nodes) {}

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
                configuration.problems().stream().map(Problem::message).toList(),
                protection.now(),
                outsideTier.get());
    }

    /** Nodes at a glance: all, or those that the parameters of the table ask for. */
    @GET
    @Path("/nodes")
    public Nodes nodes(@Context UriInfo request) {
        return LivePages.select(request, this::allNodes, query -> part(allNodes(), query));
    }

    /** All nodes that the parameters of the table ask for, for spreadsheets; none are known to a replica that does not lead. */
    @GET
    @Path("/nodes.csv")
    @Produces("text/csv")
    public Response csv(@Context UriInfo request) {
        if (!gate.isLeader()) {
            return problem(503, whyNothing());
        }
        return LivePages.csv(
                request,
                query -> CsvText.of(
                        json,
                        NodeRow.class,
                        NodeRowTable.VIEW.fitting(allNodes().nodes(), query)));
    }

    /** What the page shows, then every two seconds what has changed. */
    @GET
    @Path("/stream")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void stream(@Suspended AsyncResponse answer, @Context UriInfo request) {
        pages.open(answer, request, query -> {
            Seen now = seen.get();
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            document.set("status", json.valueToTree(now.status()));
            document.set("summary", json.valueToTree(now.summary()));
            Nodes part = part(now.nodes(), query);
            document.set(
                    "nodes",
                    LiveDocument.keyed(json.valueToTree(part.nodes()), "name")
                            .put("total", part.total())
                            .put("fitting", part.fitting())
                            .put("offset", part.offset()));
            return document;
        });
    }

    private static Nodes part(Nodes all, TableQuery query) {
        TableView.Slice<NodeRow> slice = NodeRowTable.VIEW.select(all.nodes(), query);
        return new Nodes(all.time(), all.leader(), slice.total(), slice.fitting(), slice.offset(), slice.rows());
    }

    private Nodes allNodes() {
        Instant now = clock.instant();
        // A former leader knows no more than what it calculated then.
        boolean leads = gate.isLeader();
        List<NodeRow> rows = leads
                ? view.nodeNames().stream().sorted().map(name -> row(name, now)).toList()
                : List.of();
        return new Nodes(now.toString(), leads, rows.size(), rows.size(), 0, rows);
    }

    /** The last calculation for a node. */
    @GET
    @Path("/nodes/{name}/explain")
    public Response explain(@PathParam("name") String name) {
        Optional<NodeExplanation> explanation = reconciler.explain(name);
        // A former leader knows no more than what it calculated then.
        if (explanation.isPresent() && gate.isLeader()) {
            return Response.ok(ExplainView.render(explanation.get(), reconciler.actsSince(), clock.instant()))
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
        return Response.status(status)
                .type(MediaType.APPLICATION_JSON)
                .entity(body)
                .build();
    }

    private NodeRow row(String name, Instant now) {
        return reconciler
                .explain(name)
                .map(explanation -> NodeRows.of(explanation, now))
                .orElseGet(() -> NodeRows.waiting(name));
    }
}
