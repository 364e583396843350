package io.koordbridge.api.device;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.QuantityPattern;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One card.
 *
 * @param type gpu, rdma, fpga or xpu
 * @param id unique id of the card
 * @param minor number of the card on its node, from 0
 * @param moduleID physical id of the card
 * @param health whether it may be used; absent is not
 * @param resources what the card offers
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(QuantityPattern.class)
public record DeviceInfo(
        @Nullable String type,
        @Nullable Map<String, String> labels,
        @Nullable String id,
        @Nullable Integer minor,
        @Nullable Integer moduleID,
        @Nullable Boolean health,
        @Nullable Map<String, Quantity> resources,
        @Nullable DeviceTopology topology,
        @Nullable List<VirtualFunctionGroup> vfGroups,
        @Nullable List<Condition> conditions) {

    public DeviceInfo {
        labels = labels == null ? null : Map.copyOf(labels);
        resources = resources == null ? null : Map.copyOf(resources);
        vfGroups = vfGroups == null ? null : List.copyOf(vfGroups);
        conditions = conditions == null ? null : List.copyOf(conditions);
    }
}
