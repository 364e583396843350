package io.koordbridge.api.migration;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** The move of one pod to another node, or its eviction. */
@Group("scheduling.koordinator.sh")
@Version("v1alpha1")
@Plural("podmigrationjobs")
@Singular("podmigrationjob")
@ShortNames("pmj")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Status", jsonPath = ".status.status", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "Node", jsonPath = ".status.nodeName", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Reservation",
        jsonPath = ".spec.reservationOptions.reservationRef.name",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "PodNamespace",
        jsonPath = ".spec.podRef.namespace",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Pod", jsonPath = ".spec.podRef.name", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "NewPod", jsonPath = ".status.podRef.name", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "TTL", jsonPath = ".spec.ttl", type = AdditionalPrinterColumn.Type.STRING)
@JsonIgnoreProperties(ignoreUnknown = true)
public final class PodMigrationJob extends CustomResource<PodMigrationJobSpec, PodMigrationJobStatus> {

    private static final long serialVersionUID = 1L;
}
