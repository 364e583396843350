package io.koordbridge.scheduler.place.load;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;

/** {@link LoadNotices} as events of the objects, when a problem begins and when it ends. */
final class LoadEvents implements LoadNotices {

    private static final Concern REPORT =
            new Concern("BadNodeMetric", "NodeMetricValid", "a report that cannot be used whole");
    private static final Concern THRESHOLDS =
            new Concern("BadUsageThresholds", "UsageThresholdsValid", "thresholds that cannot be used");

    private final ObjectWarnings ofReports;
    private final ObjectWarnings ofNodes;

    LoadEvents(EventRecorder events) {
        this.ofReports = new ObjectWarnings(events);
        this.ofNodes = new ObjectWarnings(events);
    }

    @Override
    public void report(NodeMetric object, String identity, String problem) {
        ofReports.look(object, REPORT, identity, problem);
    }

    @Override
    public void reportGone(String node) {
        ofReports.forget(node);
    }

    @Override
    public void node(Node object, String problem) {
        ofNodes.look(object, THRESHOLDS, problem);
    }

    @Override
    public void nodeGone(String node) {
        ofNodes.forget(node);
    }
}
