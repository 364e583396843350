package io.koordbridge.api.slo;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A quantity in a NodeMetric that cannot be read.
 *
 * @param field path in the object
 * @param value as received
 */
@PureCore
public record ReportFault(String field, String value) {

    private static final List<String> READ = List.of(ResourceNames.CPU, ResourceNames.MEMORY);

    /** The first quantity of cpu or memory that cannot be read. */
    public static Optional<ReportFault> first(NodeMetricStatus status) {
        return usages(status).entrySet().stream()
                .flatMap(usage -> READ.stream().map(name -> fault(usage.getKey(), usage.getValue(), name)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Field, value and what is allowed. */
    public String message() {
        return field + ": '" + value
                + "' is not a quantity; allowed: a number with an optional suffix, such as 250m or 2Gi";
    }

    private static Map<String, @Nullable ResourceUsage> usages(NodeMetricStatus status) {
        Map<String, @Nullable ResourceUsage> usages = new LinkedHashMap<>();
        NodeMetricInfo node = status.nodeMetric();
        if (node != null) {
            usages.put("status.nodeMetric.nodeUsage", node.nodeUsage());
            usages.put("status.nodeMetric.systemUsage", node.systemUsage());
        }
        List<PodMetricInfo> pods = orEmpty(status.podsMetric());
        for (int i = 0; i < pods.size(); i++) {
            usages.put("status.podsMetric[" + i + "].podUsage", pods.get(i).podUsage());
        }
        List<HostApplicationMetricInfo> applications = orEmpty(status.hostApplicationMetric());
        for (int i = 0; i < applications.size(); i++) {
            usages.put(
                    "status.hostApplicationMetric[" + i + "].usage",
                    applications.get(i).usage());
        }
        ReclaimableMetric reclaimable = status.prodReclaimableMetric();
        if (reclaimable != null) {
            usages.put("status.prodReclaimableMetric.resource", reclaimable.resource());
        }
        return usages;
    }

    private static Optional<ReportFault> fault(String path, @Nullable ResourceUsage usage, String name) {
        Map<String, Quantity> resources = usage == null ? null : usage.resources();
        Quantity quantity = resources == null ? null : resources.get(name);
        if (quantity == null || isReadable(quantity)) {
            return Optional.empty();
        }
        return Optional.of(new ReportFault(path + ".resources." + name, quantity.getAmount() + quantity.getFormat()));
    }

    private static boolean isReadable(Quantity quantity) {
        try {
            Quantities.decimal(quantity);
            return true;
        } catch (IllegalArgumentException | ArithmeticException e) {
            return false;
        }
    }
}
