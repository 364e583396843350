package io.koordbridge.lab.embedded;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.koordbridge.api.slo.NodeMetric;
import java.util.List;

/** Writes down what an informer tells. */
final class RecordingHandler implements ResourceEventHandler<NodeMetric> {

    private final List<String> seen;

    RecordingHandler(List<String> seen) {
        this.seen = seen;
    }

    @Override
    public void onAdd(NodeMetric added) {
        seen.add("add " + added.getMetadata().getName());
    }

    @Override
    public void onUpdate(NodeMetric before, NodeMetric after) {
        seen.add("update " + after.getMetadata().getName());
    }

    @Override
    public void onDelete(NodeMetric deleted, boolean unknown) {
        seen.add("delete " + deleted.getMetadata().getName());
    }
}
