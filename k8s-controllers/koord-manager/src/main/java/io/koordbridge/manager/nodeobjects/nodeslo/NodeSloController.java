package io.koordbridge.manager.nodeobjects.nodeslo;

import static io.koordbridge.api.binding.Absent.orEmpty;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.manager.clusterview.ClusterListener;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.config.sloconfig.ParseCount;
import io.koordbridge.manager.nodeobjects.follower.FollowerLoop;
import io.koordbridge.manager.nodeobjects.follower.FollowerWriter;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.Scalar;
import io.koordbridge.sloconfig.nodeslo.NodeSloExtensions;
import io.koordbridge.sloconfig.nodeslo.NodeSloRenderer;
import io.koordbridge.sloconfig.nodeslo.SloConfig;
import io.koordbridge.sloconfig.nodeslo.SloKey;
import java.util.Map;
import java.util.Optional;

/** Creates, updates and deletes NodeSLO objects. */
public final class NodeSloController implements ClusterListener, AutoCloseable {

    private static final String NAME = "nodeslo";
    private static final Concern BANDWIDTH = new Concern(
            "NetworkBandwidthAnnotationInvalid",
            "NetworkBandwidthAnnotationValid",
            "not accepted, what is in force stays");

    private static final Concern EXTENSION = new Concern(
            "NodeSLOExtensionFailed", "NodeSLOExtensionRecovered", "not rendered, what the NodeSLO shows stays");

    private final ClusterView view;
    private final SloConfigSource config;
    private final FollowerWriter<NodeSLO, NodeSloSpec> writer;
    private final ObjectWarnings warnings;
    private final ParseCount parsed;
    private final FollowerLoop loop;

    public NodeSloController(BridgeContext context, ClusterView view, SloConfigSource config, Leadership acting) {
        this.view = view;
        this.config = config;
        this.writer = new FollowerWriter<>(context.client(), context.metrics(), NodeSLO.class, NodeSLO::new);
        this.warnings = new ObjectWarnings(context.events());
        this.parsed = new ParseCount(context.metrics(), "slo_controller_nodeslo_spec_parse_count");
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
    public void nodeSloChanged(String name) {
        loop.add(name);
    }

    private ReconcileResult reconcile(String name) {
        if (!config.state().available()) {
            return ReconcileResult.done();
        }
        Optional<Node> node = view.node(name);
        Optional<NodeSLO> existing = view.nodeSlo(name);
        String action = node.isEmpty() ? "deleteNodeSLO" : existing.isEmpty() ? "createNodeSLO" : "updateNodeSLO";
        writer.counted(action, () -> {
            if (node.isPresent()) {
                apply(node.get(), existing);
            } else if (existing.isPresent()) {
                writer.delete(name);
            }
        });
        if (node.isEmpty()) {
            warnings.forget(name);
        }
        return ReconcileResult.done();
    }

    private void apply(Node node, Optional<NodeSLO> existing) {
        NodeSloSpec current = existing.map(NodeSLO::getSpec).orElse(null);
        SloConfig.State inForce = config.state();
        Map<String, String> labels = orEmpty(node.getMetadata().getLabels());
        Map<String, String> annotations = orEmpty(node.getMetadata().getAnnotations());
        NodeSloExtensions.Outcome extensions = NodeSloExtensions.apply(
                NodeSloExtensions.ALL, inForce, labels, annotations, current == null ? null : current.extensions());
        ObjectNode rendered = NodeSloRenderer.render(inForce, labels, annotations, extensions.tree());
        count(rendered, extensions, node);
        ObjectNode kept = current == null || inForce.neverGood().isEmpty()
                ? rendered
                : NodeSloRenderer.keeping(rendered, PlainJson.MAPPER.valueToTree(current), inForce);
        // Bound and written again, so that both sides of the comparison have the same form.
        NodeSloSpec wanted = PlainJson.MAPPER.convertValue(kept, NodeSloSpec.class);
        String name = node.getMetadata().getName();
        if (existing.isEmpty()) {
            writer.create(name, wanted);
        } else if (!wanted.equals(current)) {
            writer.update(name, current, wanted);
        }
    }

    private void count(ObjectNode rendered, NodeSloExtensions.Outcome extensions, Node node) {
        for (SloKey key : SloKey.values()) {
            boolean optional = key == SloKey.HOST_APPLICATIONS;
            parsed.count(part(key), optional || rendered.has(key.specField()));
        }
        parsed.count("getNodeSLOExtension", extensions.problems().isEmpty());
        warnings.look(node, EXTENSION, String.join("; ", extensions.problems()));
        warnings.look(node, BANDWIDTH, rendered.has(SloKey.SYSTEM.specField()) ? "" : bandwidthProblem(node));
    }

    private static String bandwidthProblem(Node node) {
        String annotation = Annotations.NODE_NETWORK_BANDWIDTH;
        String value = orEmpty(node.getMetadata().getAnnotations()).getOrDefault(annotation, "");
        return new Problem(annotation, "", value, Scalar.QUANTITY.expectation(), 0, Kind.NODE_ENTRY_OUT_OF_RANGE)
                .message();
    }

    private static String part(SloKey key) {
        return switch (key) {
            case THRESHOLD -> "getResourceThresholdSpec";
            case QOS -> "getResourceQOSSpec";
            case BURST -> "getCPUBurstConfigSpec";
            case SYSTEM -> "getSystemConfigSpec";
            case HOST_APPLICATIONS -> "getHostApplicationConfig";
        };
    }

    @Override
    public void close() {
        loop.close();
    }
}
