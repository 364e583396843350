package io.koordbridge.capacity.batchresource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.quantity.ExactQuantity.Form;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Batch resources of zones as a NodeResourceTopology shows them; manager specification section 8.4. */
@PureCore
public final class ZonePlanner {

    private static final ExactQuantity ZERO = ExactQuantity.ofValue(0, Form.DECIMAL);
    private static final List<String> BATCH = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);
    private static final double ANY_DIFFERENCE = 0;

    private ZonePlanner() {}

    /**
     * Shows what was calculated: less at once, since others may rely on the shown value, more when it differs enough. A zone that was
     * not calculated offers nothing.
     *
     * @param allotments by the zone's name; when empty, nothing is written
     * @param normalizationRatio factor of the node's CPU; takes effect above 1 only
     */
    public static ZonePlan fallingAtOnce(
            List<Zone> zones, List<ZoneAllotment> allotments, double normalizationRatio, ColocationStrategy strategy) {
        if (allotments.isEmpty()) {
            return ZonePlan.unchanged(zones);
        }
        double threshold = strategy.resourceDiffThreshold();
        List<Zone> after = shown(
                zones,
                allotments,
                normalizationRatio,
                (before, wanted) ->
                        wanted.amount().compareTo(before.amount()) < 0 || before.differsFrom(wanted, threshold),
                true);
        return new ZonePlan(after, !after.equals(zones));
    }

    /** Shows what was decided, however little it differs; a zone that was not calculated offers nothing. */
    public static ZonePlan exactly(List<Zone> zones, List<ZoneAllotment> allotments, double normalizationRatio) {
        if (allotments.isEmpty()) {
            return ZonePlan.unchanged(zones);
        }
        List<Zone> after = shown(zones, allotments, normalizationRatio, ZonePlanner::differ, true);
        return new ZonePlan(after, !after.equals(zones));
    }

    /** Shows what was calculated only where it is less than what is shown: nothing grows, and nothing appears. */
    public static ZonePlan onlyFalling(List<Zone> zones, List<ZoneAllotment> allotments, double normalizationRatio) {
        if (allotments.isEmpty()) {
            return ZonePlan.unchanged(zones);
        }
        List<Zone> after = shown(
                zones,
                allotments,
                normalizationRatio,
                (before, wanted) -> wanted.amount().compareTo(before.amount()) < 0,
                false);
        return new ZonePlan(after, !after.equals(zones));
    }

    /** Offers nothing in any zone: the node is reset, and stale numbers must not stay. */
    public static ZonePlan reset(List<Zone> zones) {
        List<Zone> after = zones.stream().map(ZonePlanner::withoutBatch).toList();
        return new ZonePlan(after, !after.equals(zones));
    }

    /**
     * Batch-cpu as a zone shows it.
     *
     * @param ratio factor of the node's CPU; takes effect above 1 only
     */
    public static ExactQuantity normalizedCpu(ZoneAllotment allotment, double ratio) {
        ExactQuantity cpu = ExactQuantity.ofValue(allotment.milliCpu(), Form.DECIMAL);
        return ratio > 1 ? cpu.scaledMilli(ratio) : cpu;
    }

    private static List<Zone> shown(
            List<Zone> zones,
            List<ZoneAllotment> allotments,
            double normalizationRatio,
            BiPredicate<ExactQuantity, ExactQuantity> worthIt,
            boolean mayAppear) {
        Map<String, Map<String, ExactQuantity>> wanted = new HashMap<>();
        allotments.forEach(one -> wanted.put(one.zone(), quantities(one, normalizationRatio)));
        List<Zone> after = new ArrayList<>();
        for (Zone zone : zones) {
            Map<String, ExactQuantity> amounts = wanted.get(TopologyZones.name(zone));
            after.add(amounts == null ? withoutBatch(zone) : shown(zone, amounts, worthIt, mayAppear));
        }
        return after;
    }

    private static Map<String, ExactQuantity> quantities(ZoneAllotment allotment, double ratio) {
        Map<String, ExactQuantity> amounts = new TreeMap<>();
        amounts.put(ResourceNames.BATCH_CPU, normalizedCpu(allotment, ratio));
        amounts.put(ResourceNames.BATCH_MEMORY, new ExactQuantity(allotment.bytes(), Form.BINARY));
        return amounts;
    }

    private static Zone withoutBatch(Zone zone) {
        Map<String, ExactQuantity> nothing = new HashMap<>();
        for (ZoneResource resource : TopologyZones.resources(zone)) {
            if (resource.name() != null && BATCH.contains(resource.name())) {
                nothing.put(resource.name(), ZERO);
            }
        }
        return shown(zone, nothing, ZonePlanner::differ, false);
    }

    private static boolean differ(ExactQuantity before, ExactQuantity wanted) {
        return before.differsFrom(wanted, ANY_DIFFERENCE);
    }

    private static Zone shown(
            Zone zone,
            Map<String, ExactQuantity> wanted,
            BiPredicate<ExactQuantity, ExactQuantity> worthIt,
            boolean mayAppear) {
        Map<String, ExactQuantity> missing = new TreeMap<>(wanted);
        List<ZoneResource> resources = new ArrayList<>();
        for (ZoneResource resource : TopologyZones.resources(zone)) {
            ExactQuantity amount = resource.name() == null ? null : wanted.get(resource.name());
            resources.add(amount == null ? resource : replaced(resource, amount, worthIt));
            if (resource.name() != null) {
                missing.remove(resource.name());
            }
        }
        if (mayAppear && !missing.isEmpty()) {
            missing.forEach((name, amount) -> resources.add(
                    new ZoneResource(name, amount.toQuantity(), amount.toQuantity(), amount.toQuantity())));
            resources.sort(Comparator.comparing(one -> one.name() == null ? "" : one.name()));
        }
        return zone.resources() == null && resources.isEmpty()
                ? zone
                : new Zone(zone.name(), zone.type(), zone.parent(), resources);
    }

    private static ZoneResource replaced(
            ZoneResource resource, ExactQuantity wanted, BiPredicate<ExactQuantity, ExactQuantity> worthIt) {
        return new ZoneResource(
                resource.name(),
                replaced(resource.capacity(), wanted, worthIt),
                replaced(resource.allocatable(), wanted, worthIt),
                replaced(resource.available(), wanted, worthIt));
    }

    /** An absent or unreadable amount counts as zero. */
    private static @Nullable Quantity replaced(
            @Nullable Quantity shown, ExactQuantity wanted, BiPredicate<ExactQuantity, ExactQuantity> worthIt) {
        Optional<ExactQuantity> before = shown == null ? Optional.empty() : ExactQuantity.parse(shown.toString());
        return worthIt.test(before.orElse(ZERO), wanted) ? wanted.toQuantity() : shown;
    }
}
