package io.koordbridge.descheduler.decide.node;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.slo.HostApplicationMetricInfo;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@link LoadReport}s. A value that cannot be is named as the report's problem: the node then takes no part, because an
 * impossible value must not make it look freer. What a pod lacks of cpu or memory stays absent here; the run counts its request.
 */
@PureCore
public final class ReportReader {

    /** 256 TiB, or as many milli-cores: beyond it a value is a mistake, and sums of values stay within 64 bits. */
    static final long MOST = 1L << 48;

    private static final List<String> NEEDED = List.of(ResourceNames.CPU, ResourceNames.MEMORY);
    private static final String ALLOWED = "'; allowed: a quantity from 0 to " + MOST;
    private static final int SHOWN = 64;

    private final Map<String, Map<String, Long>> pods = new LinkedHashMap<>();
    private final Map<String, Map<String, Long>> applications = new LinkedHashMap<>();
    private final StringBuilder problem = new StringBuilder();

    private ReportReader() {}

    /**
     * One report.
     *
     * @param received when this process first saw this report, by its own clock
     */
    public static LoadReport of(NodeMetric metric, Instant received) {
        NodeMetricStatus status = metric.getStatus();
        return status == null
                ? new LoadReport(null, received, Map.of(), Map.of(), Map.of(), missing("status"))
                : new ReportReader().read(status, received);
    }

    private LoadReport read(NodeMetricStatus status, Instant received) {
        Map<String, Long> system = system(status.nodeMetric());
        List<PodMetricInfo> podsMetric = orEmpty(status.podsMetric());
        for (int i = 0; i < podsMetric.size(); i++) {
            PodMetricInfo pod = podsMetric.get(i);
            String key =
                    Objects.requireNonNullElse(pod.namespace(), "") + "/" + Objects.requireNonNullElse(pod.name(), "");
            pods.merge(key, usage("status.podsMetric[" + i + "].podUsage", pod.podUsage()), ReportReader::sum);
        }
        List<HostApplicationMetricInfo> hostApplications = orEmpty(status.hostApplicationMetric());
        for (int i = 0; i < hostApplications.size(); i++) {
            HostApplicationMetricInfo application = hostApplications.get(i);
            String name = Objects.requireNonNullElse(application.name(), "");
            if (!name.equals(WellKnown.YARN_ALLOCATION_NAME)) {
                String field = "status.hostApplicationMetric[" + i + "].usage";
                applications.merge(name, needed(field, application.usage()), ReportReader::sum);
            }
        }
        return new LoadReport(status.updateTime(), received, system, pods, applications, problem.toString());
    }

    private Map<String, Long> system(@Nullable NodeMetricInfo node) {
        if (node == null) {
            report(missing("status.nodeMetric"));
            return Map.of();
        }
        return needed("status.nodeMetric.systemUsage", node.systemUsage());
    }

    /** Other owners of usage have no request that could stand in. */
    private Map<String, Long> needed(String field, @Nullable ResourceUsage usage) {
        Map<String, Long> amounts = usage(field, usage);
        NEEDED.stream()
                .filter(name -> !amounts.containsKey(name))
                .forEach(name -> report(missing(field + ".resources." + name)));
        return amounts;
    }

    private Map<String, Long> usage(String field, @Nullable ResourceUsage usage) {
        Map<String, Quantity> resources = usage == null ? null : usage.resources();
        Map<String, Long> amounts = new HashMap<>();
        if (resources != null) {
            resources.forEach((name, quantity) -> {
                OptionalLong amount = WireAmounts.read(name, quantity);
                if (amount.isPresent() && amount.getAsLong() >= 0 && amount.getAsLong() <= MOST) {
                    amounts.put(name, amount.getAsLong());
                } else {
                    report("invalid " + field + ".resources." + name + ": '" + shown(quantity) + ALLOWED);
                }
            });
        }
        return amounts;
    }

    /** The first problem is enough. */
    private void report(String text) {
        if (problem.isEmpty()) {
            problem.append(text);
        }
    }

    private static String missing(String field) {
        return "invalid " + field + ": it is missing";
    }

    private static String shown(Quantity quantity) {
        String text = String.valueOf(quantity.getAmount()) + Objects.requireNonNullElse(quantity.getFormat(), "");
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    }

    private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
        Map<String, Long> sum = new HashMap<>(one);
        other.forEach((name, amount) -> sum.merge(name, amount, (a, b) -> Math.min(MOST, a + b)));
        return sum;
    }
}
