package io.koordbridge.manager.publish;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.plan.NodePatch;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeResourcePass;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.manager.publish.NodeResourceMetrics.Outcome;
import io.koordbridge.manager.publish.NodeResourceMetrics.Phase;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Carries a plan out, and counts what became of it. */
final class PlanWriter {

    private final NodeWriter nodes;
    private final BooleanSupplier mayWrite;
    private final BiConsumer<Node, String> written;
    private final TopologyWriter topologies;
    private final NodeResourceMetrics metrics;

    /**
     * A writer.
     *
     * @param written hears of each Node as it is now, and of the version that was written over
     */
    PlanWriter(
            ObjectPatcher patcher,
            BooleanSupplier mayWrite,
            BiConsumer<Node, String> written,
            NodeResourceMetrics metrics) {
        this.written = written;
        this.nodes = new NodeWriter(patcher, mayWrite);
        this.mayWrite = mayWrite;
        this.topologies = new TopologyWriter(patcher);
        this.metrics = metrics;
    }

    /** Writes the zones if the plan wants it. */
    ZonesWrite writeZones(NodePlan plan) {
        if (!plan.writesZones()) {
            return ZonesWrite.DONE;
        }
        if (!mayWrite.getAsBoolean()) {
            return ZonesWrite.failed(
                    new LeaseEndsException("zones of " + plan.terms().node()));
        }
        NodeTerms terms = plan.terms();
        try {
            if (topologies.write(terms.node(), shown -> NodeResourcePass.zones(terms, shown))) {
                metrics.succeeded(Outcome.TOPOLOGY_WRITE);
            }
            metrics.ran(StageNames.BATCH_RESOURCE, Phase.PRE_UPDATE, true);
            return ZonesWrite.DONE;
        } catch (RuntimeException e) {
            ZonesWrite failed = ZonesWrite.failed(e);
            metrics.ran(StageNames.BATCH_RESOURCE, Phase.PRE_UPDATE, false);
            if (failed.defect() == null) {
                metrics.failed(Outcome.TOPOLOGY_WRITE);
            } else {
                metrics.stageThrew(StageNames.BATCH_RESOURCE);
            }
            return failed;
        }
    }

    /**
     * Writes what the plan changes of the node.
     *
     * @return what was written
     * @throws KubernetesClientException code 409 when the Node changed since it was read
     */
    NodePatch writeNode(Node node, NodePlan plan) {
        NodePatch patch = NodePatch.of(plan);
        if (patch.isEmpty()) {
            return patch;
        }
        String over = node.getMetadata().getResourceVersion();
        String version = nodes.write(plan.terms().node(), patch, over);
        if (over != null) {
            written.accept(patch.applied(node, version), over);
        }
        if (plan.status().writes()) {
            metrics.succeeded(Outcome.STATUS_WRITE);
        }
        if (plan.metadata().writes()) {
            metrics.succeeded(Outcome.METADATA_WRITE);
        }
        return patch;
    }

    /** The node of a plan could not be written. */
    void failed(NodePlan plan) {
        metrics.failed(plan.status().writes() ? Outcome.STATUS_WRITE : Outcome.METADATA_WRITE);
    }

    /** The Node as it is on the server; null when it is gone. */
    @Nullable
    Node fresh(NodePlan plan) {
        boolean status = plan.status().writes();
        try {
            Node node = nodes.read(plan.terms().node()).orElse(null);
            if (node == null) {
                metrics.failed(status ? Outcome.STATUS_NODE_NOT_FOUND : Outcome.METADATA_NODE_NOT_FOUND);
            }
            return node;
        } catch (KubernetesClientException e) {
            metrics.failed(status ? Outcome.STATUS_NODE_UNREADABLE : Outcome.METADATA_NODE_UNREADABLE);
            throw e;
        }
    }
}
