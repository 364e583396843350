package io.koordbridge.scheduler.reservation.status;

import io.koordbridge.api.reservation.Reservation;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes of Reservation objects, each over the version that was read. */
public interface ReservationApi {

    /**
     * Writes annotations and status.
     *
     * @param annotations by name, null removes; none are a write less
     * @return the object after that
     * @throws io.fabric8.kubernetes.client.KubernetesClientException when one of both was not written for certain, or without an
     *     answer
     */
    Reservation write(Reservation object, Map<String, @Nullable String> annotations, StatusChange status);

    /** Records the event of a status that was written. */
    void event(Reservation object, StatusChange change);

    /** Deletes an object in this very version. */
    void delete(Reservation object);
}
