package io.koordbridge.api.slo;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.ReportFault.Kind;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.ResourceNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks through one report for its worst fault; used once. Texts are made of faults only. */
final class ReportFaultScan {

    private static final List<String> READ = List.of(ResourceNames.CPU, ResourceNames.MEMORY);
    private static final int NO_INDEX = -1;

    private @Nullable ReportFault worst;

    /** A list entry of usage, and what its faults mean; index {@value #NO_INDEX} outside lists. */
    private record Place(
            String list,
            int index,
            String field,
            @Nullable Kind missing,
            @Nullable Kind negative) {

        String path() {
            return index == NO_INDEX ? list + field : list + "[" + index + "]" + field;
        }
    }

    Optional<ReportFault> of(NodeMetricStatus status) {
        NodeMetricInfo node = status.nodeMetric();
        if (node != null) {
            look(new Place("status.nodeMetric", NO_INDEX, ".nodeUsage", null, Kind.NEGATIVE), node.nodeUsage());
            look(
                    new Place("status.nodeMetric", NO_INDEX, ".systemUsage", Kind.MISSING, Kind.NEGATIVE),
                    node.systemUsage());
        }
        pods(orEmpty(status.podsMetric()));
        List<HostApplicationMetricInfo> applications = orEmpty(status.hostApplicationMetric());
        for (int i = 0; i < applications.size(); i++) {
            HostApplicationMetricInfo application = applications.get(i);
            PriorityClass priority = PriorityClass.ofName(application.priority());
            boolean counts = priority == PriorityClass.PROD || priority == PriorityClass.MID;
            Kind missing = counts ? Kind.MISSING : null;
            look(new Place("status.hostApplicationMetric", i, ".usage", missing, Kind.NEGATIVE), application.usage());
        }
        ReclaimableMetric reclaimable = status.prodReclaimableMetric();
        if (reclaimable != null) {
            look(new Place("status.prodReclaimableMetric", NO_INDEX, ".resource", null, null), reclaimable.resource());
        }
        return Optional.ofNullable(worst);
    }

    private void pods(List<PodMetricInfo> pods) {
        Map<String, PodMetricInfo> seen = new HashMap<>();
        for (int i = 0; i < pods.size(); i++) {
            PodMetricInfo pod = pods.get(i);
            look(new Place("status.podsMetric", i, ".podUsage", Kind.OF_POD, Kind.OF_POD), pod.podUsage());
            String key = pod.namespace() + "/" + pod.name();
            PodMetricInfo before = seen.putIfAbsent(key, pod);
            if (before != null && differ(before.podUsage(), pod.podUsage())) {
                note(new Place("status.podsMetric", i, "", null, null), "", Kind.TWICE, key);
            }
        }
    }

    private static boolean differ(@Nullable ResourceUsage one, @Nullable ResourceUsage other) {
        return READ.stream().anyMatch(name -> !text(quantity(one, name)).equals(text(quantity(other, name))));
    }

    private void look(Place place, @Nullable ResourceUsage usage) {
        for (String name : READ) {
            Quantity quantity = quantity(usage, name);
            Kind kind = quantity == null ? place.missing() : fault(place, quantity);
            if (kind != null) {
                note(place, ".resources." + name, kind, text(quantity));
            }
        }
    }

    private static @Nullable Kind fault(Place place, Quantity quantity) {
        try {
            return Quantities.decimal(quantity).signum() < 0 ? place.negative() : null;
        } catch (IllegalArgumentException | ArithmeticException e) {
            return Kind.UNREADABLE;
        }
    }

    private void note(Place place, String field, Kind kind, String value) {
        if (worst == null || kind.compareTo(worst.kind()) < 0) {
            worst = new ReportFault(kind, place.path() + field, value);
        }
    }

    private static @Nullable Quantity quantity(@Nullable ResourceUsage usage, String name) {
        Map<String, Quantity> resources = usage == null ? null : usage.resources();
        return resources == null ? null : resources.get(name);
    }

    private static String text(@Nullable Quantity quantity) {
        return quantity == null
                ? ""
                : Objects.requireNonNullElse(quantity.getAmount(), "")
                        + Objects.requireNonNullElse(quantity.getFormat(), "");
    }
}
