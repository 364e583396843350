package io.koordbridge.scheduler.gang.status;

import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.podgroup.PodGroupStatus;
import io.koordbridge.scheduler.gang.status.GroupPods.Done;

/** Reads and writes for the status of PodGroups. */
public interface GroupStatusApi {

    /**
     * Counts the pods of a PodGroup that are done and still exist.
     *
     * @throws io.fabric8.kubernetes.client.KubernetesClientException when the API server does not answer
     */
    Done done(PodGroup group);

    /**
     * Writes the status.
     *
     * @throws io.fabric8.kubernetes.client.KubernetesClientException when it could not be written
     */
    void publish(PodGroup group, PodGroupStatus status);
}
