package io.koordbridge.api.reservation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
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
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "Node", jsonPath = ".status.nodeName", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "TTL", jsonPath = ".spec.ttl", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Expires", jsonPath = ".spec.expires", type = AdditionalPrinterColumn.Type.STRING)
@JsonIgnoreProperties(ignoreUnknown = true)
public final class Reservation extends CustomResource<ReservationSpec, ReservationStatus> {

    private static final long serialVersionUID = 1L;
}
