package io.koordbridge.api.reservation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** Room on a node that is kept for pods to come. */
@Group("scheduling.koordinator.sh")
@Version("v1alpha1")
@Plural("reservations")
@Singular("reservation")
@JsonIgnoreProperties(ignoreUnknown = true)
public final class Reservation extends CustomResource<ReservationSpec, ReservationStatus> {

    private static final long serialVersionUID = 1L;
}
