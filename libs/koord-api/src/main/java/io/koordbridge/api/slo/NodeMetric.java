package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** What the agent measured on one node; the object has the name of the node. */
@Group("slo.koordinator.sh")
@Version("v1alpha1")
@Plural("nodemetrics")
@Singular("nodemetric")
@AdditionalPrinterColumn(
        name = "CPU",
        jsonPath = ".status.nodeMetric.nodeUsage.resources.cpu",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Memory",
        jsonPath = ".status.nodeMetric.nodeUsage.resources.memory",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Reported", jsonPath = ".status.updateTime", type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@JsonIgnoreProperties(ignoreUnknown = true)
public final class NodeMetric extends CustomResource<NodeMetricSpec, NodeMetricStatus> {

    private static final long serialVersionUID = 1L;
}
