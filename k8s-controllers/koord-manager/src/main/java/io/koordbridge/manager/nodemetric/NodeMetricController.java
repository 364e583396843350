package io.koordbridge.manager.nodemetric;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.queue.ReconcileLoop;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.manager.clusterview.Acting;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.NodeQueue;
import io.koordbridge.manager.clusterview.NodeReport;
import io.koordbridge.manager.colocation.ColocationConfigSource;
import io.koordbridge.manager.nodemetric.NodeMetricPlan.Decision;
import io.koordbridge.manager.nodemetric.NodeMetricPlan.Existing;
import io.koordbridge.manager.nodemetric.NodeMetricPlan.NodeMarks;
import io.koordbridge.manager.sloconfig.MergePatch;
import io.koordbridge.manager.sloconfig.ParseCount;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates, updates and deletes NodeMetric objects. */
public final class NodeMetricController implements ClusterListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NodeMetricController.class);
    private static final String NAME = "nodemetric";
    private static final String COUNT = "slo_controller_nodemetric_reconcile_count";
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final KubernetesClient client;
    private final ClusterView view;
    private final ColocationConfigSource config;
    private final MetricRegistry metrics;
    private final ParseCount parsed;
    private final NodeQueue queue;
    private final ReconcileLoop<String> loop;

    public NodeMetricController(BridgeContext context, ClusterView view, ColocationConfigSource config, Acting acting) {
        this.client = context.client();
        this.view = view;
        this.config = config;
        this.metrics = context.metrics();
        this.parsed = new ParseCount(metrics, "slo_controller_nodemetric_spec_parse_count");
        this.queue = new NodeQueue(NAME, acting);
        this.loop = new ReconcileLoop<>(NAME, queue.queue(), queue.whileActing(this::reconcile), metrics);
        config.onChange(this::all);
    }

    /** Starts the worker. */
    public void start() {
        loop.start();
    }

    /** Wants every node and every orphan reconciled. */
    public void all() {
        queue.addAll(view.nodeNames());
        view.followerNames().forEach(queue::add);
    }

    @Override
    public void nodeChanged(String name, boolean marksChanged) {
        if (marksChanged) {
            queue.add(name);
        }
    }

    @Override
    public void nodeMetricChanged(String name, boolean specChanged) {
        if (specChanged) {
            queue.add(name);
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
        try {
            switch (decision.action()) {
                case NONE -> {}
                case CREATE -> create(name, Objects.requireNonNull(decision.spec()));
                case UPDATE ->
                    update(name, report == null ? null : report.spec(), Objects.requireNonNull(decision.spec()));
                case DELETE -> delete(name);
            }
            count("succeeded", "");
        } catch (KubernetesClientException e) {
            count("failed", reason(decision.action()));
            throw e;
        }
        return ReconcileResult.done();
    }

    private void create(String name, NodeMetricSpec spec) {
        NodeMetric metric = new NodeMetric();
        metric.setMetadata(new ObjectMetaBuilder().withName(name).build());
        metric.setSpec(spec);
        try {
            client.resource(metric).create();
            LOG.info("NodeMetric created node={}", name);
        } catch (KubernetesClientException e) {
            // The informer will show the object that somebody else created.
            if (e.getCode() != CONFLICT) {
                throw e;
            }
        }
    }

    private void update(String name, @Nullable NodeMetricSpec before, NodeMetricSpec wanted) {
        ObjectNode old = before == null ? MAPPER.createObjectNode() : MAPPER.valueToTree(before);
        ObjectNode patch = MAPPER.createObjectNode();
        patch.set("spec", MergePatch.between(old, MAPPER.<ObjectNode>valueToTree(wanted)));
        resource(name).patch(PatchContext.of(PatchType.JSON_MERGE), patch.toString());
        LOG.info("NodeMetric policy updated node={}", name);
    }

    private void delete(String name) {
        try {
            resource(name).delete();
            LOG.info("NodeMetric deleted, its node is gone node={}", name);
        } catch (KubernetesClientException e) {
            if (e.getCode() != NOT_FOUND) {
                throw e;
            }
        }
    }

    private Resource<NodeMetric> resource(String name) {
        return client.resources(NodeMetric.class).withName(name);
    }

    private static NodeMarks marks(Node node) {
        Map<String, String> labels = node.getMetadata().getLabels();
        Map<String, String> annotations = node.getMetadata().getAnnotations();
        return new NodeMarks(labels == null ? Map.of() : labels, annotations == null ? Map.of() : annotations);
    }

    private static String reason(NodeMetricPlan.Action action) {
        return switch (action) {
            case NONE -> "";
            case CREATE -> "createNodeMetric";
            case UPDATE -> "updateNodeMetric";
            case DELETE -> "deleteNodeMetric";
        };
    }

    private void count(String status, String reason) {
        metrics.counter(MetricNames.of(COUNT, "status", status, "reason", reason))
                .inc();
    }

    @Override
    public void close() {
        loop.close();
    }
}
