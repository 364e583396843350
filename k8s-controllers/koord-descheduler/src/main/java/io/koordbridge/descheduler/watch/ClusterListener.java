package io.koordbridge.descheduler.watch;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import org.jspecify.annotations.Nullable;

/** Learns of changes after they were taken over, on the threads of the feeds: must return fast. */
public interface ClusterListener {

    /**
     * A pod came, changed or went. A pod that took the name of another one is reported as one that went and one that came. Of the first
     * list each pod comes: a disruption that it carries already may be old.
     *
     * @param before null for a new one
     * @param after null for one that is gone
     */
    void onPod(@Nullable PodFacts before, @Nullable PodFacts after);

    /**
     * A whole list of the pods begins or has ended. What differs in it from what was known may have changed long before.
     *
     * @param running whether it has begun and not ended
     */
    void onPodsListing(boolean running);

    /** A PodMigrationJob came, changed or went. */
    void onJob(String name);

    /** A reservation came, changed or went. */
    void onReservation(String name);

    /** A node came, changed in what is decided by, or went. */
    void onNode(String name);
}
