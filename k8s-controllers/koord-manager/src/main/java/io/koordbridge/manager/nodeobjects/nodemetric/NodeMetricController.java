package io.koordbridge.manager.nodeobjects.nodemetric;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.capacity.plan.NodeReport;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.config.colocation.ColocationConfigSource;
import io.koordbridge.manager.config.sloconfig.ParseCount;
import io.koordbridge.manager.nodeobjects.follower.FollowerLoop;
import io.koordbridge.manager.nodeobjects.follower.FollowerWriter;
import io.koordbridge.manager.nodeobjects.nodemetric.NodeMetricPlan.Decision;
import io.koordbridge.manager.nodeobjects.nodemetric.NodeMetricPlan.Existing;
import io.koordbridge.manager.nodeobjects.nodemetric.NodeMetricPlan.NodeMarks;
import java.util.Map;
import java.util.Objects;

/** Creates, updates and deletes NodeMetric objects. */
public final class NodeMetricController implements ClusterListener, AutoCloseable {

    private static final String NAME = "nodemetric";

    private final ClusterView view;
    private final ColocationConfigSource config;
    private final FollowerWriter<NodeMetric, NodeMetricSpec> writer;
    private final ParseCount parsed;
    private final FollowerLoop loop;

    public NodeMetricController(
            BridgeContext context, ClusterView view, ColocationConfigSource config, Leadership acting) {
        this.view = view;
        this.config = config;
        this.writer = new FollowerWriter<>(context.client(), context.metrics(), NodeMetric.class, NodeMetric::new);
        this.parsed = new ParseCount(context.metrics(), "slo_controller_nodemetric_spec_parse_count");
        this.loop = new FollowerLoop(NAME, context, view, acting, this::reconcile);
        config.onChange(this::all);
    }

    /** Starts the worker. */
    public void start() {
        loop.start();
    }

    /** Wants every node and every orphan reconciled. */
    public void all() {
        loop.addAll();
    }

    @Override
    public void nodeChanged(String name, boolean marksChanged) {
        if (marksChanged) {
            loop.add(name);
        }
    }

    @Override
    public void nodeMetricChanged(String name, boolean specChanged) {
        if (specChanged) {
            loop.add(name);
        }
    }

    private ReconcileResult reconcile(String name) {
        NodeMarks node = view.node(name).map(NodeMetricController::marks).orElse(null);
        NodeReport report = view.report(name).orElse(null);
        Existing existing = report == null ? null : new Existing(report.spec());
        Decision decision = NodeMetricPlan.decide(config.state(), node, existing);
        if (node != null && config.state().available()) {
            parsed.count(
                    "getNodeMetricCollectPolicy",
                    existing == null || !config.state().faulty());
        }
        writer.counted(reason(decision.action()), () -> {
            switch (decision.action()) {
                case NONE -> {}
                case CREATE -> writer.create(name, Objects.requireNonNull(decision.spec()));
                case UPDATE ->
                    writer.update(name, report == null ? null : report.spec(), Objects.requireNonNull(decision.spec()));
                case DELETE -> writer.delete(name);
            }
        });
        return ReconcileResult.done();
    }

    private static NodeMarks marks(Node node) {
        Map<String, String> labels = node.getMetadata().getLabels();
        Map<String, String> annotations = node.getMetadata().getAnnotations();
        return new NodeMarks(orEmpty(labels), orEmpty(annotations));
    }

    private static String reason(NodeMetricPlan.Action action) {
        return switch (action) {
            case NONE -> "";
            case CREATE -> "createNodeMetric";
            case UPDATE -> "updateNodeMetric";
            case DELETE -> "deleteNodeMetric";
        };
    }

    @Override
    public void close() {
        loop.close();
    }
}
