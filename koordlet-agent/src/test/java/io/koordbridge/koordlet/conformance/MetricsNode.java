package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.collect.SampleSink;
import io.koordbridge.koordlet.store.Metric;
import java.util.Set;

/** Writes samples of some metrics as a case expects them: by metric, and by subject unless it is the node. */
final class MetricsNode {

    private MetricsNode() {}

    static SampleSink of(ObjectNode metrics, Set<Metric> wanted) {
        return (metric, subject, value) -> {
            if (!wanted.contains(metric)) {
                return;
            }
            if (subject.isEmpty()) {
                metrics.put(metric.wireName(), value);
            } else {
                metrics.withObjectProperty(metric.wireName()).put(subject, value);
            }
        };
    }
}
