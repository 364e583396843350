package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.store.Metric;

/** Takes what a collector measured in a round. */
@FunctionalInterface
public interface SampleSink {

    /** One value of a pod, a container or an application, by its UID, id or name. */
    void add(Metric metric, String subject, double value);
}
