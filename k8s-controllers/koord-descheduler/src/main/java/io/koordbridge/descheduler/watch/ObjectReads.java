package io.koordbridge.descheduler.watch;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import java.util.Optional;

/**
 * Whole objects as the API server has them now: one request each, within the time limit of the client, for what is about to be written.
 * Each method throws a {@link io.fabric8.kubernetes.client.KubernetesClientException} when the API server refuses or does not answer.
 */
public final class ObjectReads {

    private final KubernetesClient client;

    /** Reads by this client, whose every call ends. */
    public ObjectReads(KubernetesClient client) {
        this.client = client;
    }

    /** A pod with all its fields; empty when there is none. */
    public Optional<Pod> pod(String namespace, String name) {
        return Optional.ofNullable(
                client.pods().inNamespace(namespace).withName(name).get());
    }

    /** A job; empty when there is none. */
    public Optional<PodMigrationJob> job(String name) {
        return Optional.ofNullable(
                client.resources(PodMigrationJob.class).withName(name).get());
    }

    /** A reservation with its template; empty when there is none. */
    public Optional<Reservation> reservation(String name) {
        return Optional.ofNullable(
                client.resources(Reservation.class).withName(name).get());
    }
}
