package io.koordbridge.manager.clusterview;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.ReportFault;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Notified of changes on the caches' threads: must return fast. */
public interface ClusterListener {

    /** Every cache is filled; called once. */
    default void synced() {}

    /**
     * A Node appeared, went, or changed in what is kept of it.
     *
     * @param marksChanged labels, annotations, or existence changed
     */
    default void nodeChanged(String name, boolean marksChanged) {}

    /** A NodeMetric appeared, changed or went. */
    default void nodeMetricChanged(String name, boolean specChanged) {}

    /** A NodeMetric shows what cannot be; the fault says whether the last good report stays in force. */
    default void reportUnreadable(NodeMetric report, ReportFault fault) {}

    /** A NodeMetric was read, and nothing in it is wrong. */
    default void reportReadable(NodeMetric report) {}

    /** A NodeSLO appeared, changed or went. */
    default void nodeSloChanged(String name) {}

    /** A NodeResourceTopology appeared, went, or changed in what is kept of it. */
    default void topologyChanged(String name) {}

    /** A Device appeared, went, or changed in its spec or labels. */
    default void deviceChanged(String name) {}

    /** All pods that exist are about to be seen; what is not seen again is gone. */
    default void podsListing() {}

    /**
     * A pod appeared or changed; what is not kept of it is gone after this call.
     *
     * @param pod as the feed decodes it: identity, age, labels, annotations, scheduler, priority class, phase at the least
     */
    default void podSeen(Pod pod) {}

    /** A pod went. */
    default void podGone(String namespace, String name) {}

    /** The demand of pods on a node changed. */
    default void podsChanged(String node) {}

    /**
     * The config map was read.
     *
     * @param data its data, null when it does not exist
     */
    default void configMapRead(@Nullable Map<String, String> data) {}
}
