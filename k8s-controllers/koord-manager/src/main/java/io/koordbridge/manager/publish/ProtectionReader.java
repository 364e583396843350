package io.koordbridge.manager.publish;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.capacity.protection.ProtectionFacts;
import io.koordbridge.manager.clusterview.ClusterView;

/** Reads from the views what a node's protection is judged by. */
public final class ProtectionReader {

    private ProtectionReader() {}

    /** The facts of a node. */
    public static ProtectionFacts facts(ClusterView view, Node node) {
        String name = node.getMetadata().getName();
        return ProtectionFacts.of(
                node,
                view.nodeSlo(name).map(NodeSLO::getSpec).orElse(null),
                view.report(name)
                        .map(report -> new ProtectionFacts.Reported(
                                report.spec(), report.usage().updateTime(), report.seenAt()))
                        .orElse(null));
    }
}
