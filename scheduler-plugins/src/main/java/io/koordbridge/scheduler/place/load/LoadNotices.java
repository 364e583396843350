package io.koordbridge.scheduler.place.load;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.slo.NodeMetric;

/** Reports what is wrong with objects. */
interface LoadNotices {

    /**
     * What is wrong with a report.
     *
     * @param identity the same for the same problem, however the words differ; empty when nothing is
     * @param problem for people
     */
    void report(NodeMetric object, String identity, String problem);

    /** The report of a node is gone. */
    void reportGone(String node);

    /** What is wrong with a node's thresholds, empty when nothing is. */
    void node(Node object, String problem);

    /** The node is gone. */
    void nodeGone(String node);
}
