package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.capacity.batchresource.BatchResourceCalculator;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.TopologyZones;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZoneBatchCalculator;
import io.koordbridge.capacity.batchresource.ZonePlan;
import io.koordbridge.capacity.batchresource.ZonePlanner;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code manager/batch-resource-zones}: batch resources of each zone, and what becomes of the topology object. */
public final class BatchResourceZonesSuite implements SuiteAdapter {

    private static final Set<String> NATIVE = Set.of(ResourceNames.CPU, ResourceNames.MEMORY);

    @Override
    public String suite() {
        return "manager/batch-resource-zones";
    }

    /** Where an amount of a zone falls, and where nothing changes. */
    @Override
    public List<String> tags(JsonNode input) {
        ZonePlan plan = plan(input);
        if (!plan.changed()) {
            return List.of("values-already-shown");
        }
        Map<String, ExactQuantity> before = allocatable(zones(input));
        Map<String, ExactQuantity> after = allocatable(plan.zones());
        boolean falls = before.entrySet().stream()
                .anyMatch(one -> one.getValue()
                                .amount()
                                .compareTo(after.get(one.getKey()).amount())
                        > 0);
        return falls ? List.of("zone-falls") : List.of();
    }

    private static Map<String, ExactQuantity> allocatable(List<Zone> zones) {
        Map<String, ExactQuantity> amounts = new HashMap<>();
        for (Zone zone : zones) {
            for (ZoneResource one : zone.resources() == null ? List.<ZoneResource>of() : zone.resources()) {
                ExactQuantity.parse(String.valueOf(one.allocatable()))
                        .ifPresent(amount -> amounts.put(zone.name() + "/" + one.name(), amount));
            }
        }
        return amounts;
    }

    private static ZonePlan plan(JsonNode input) {
        NodeSnapshot node = BatchResourceSuite.snapshot(input);
        ColocationStrategy strategy = BatchResourceSuite.strategy(input.get("strategy"));
        List<Zone> zones = zones(input);
        double ratio = NodeRatioDocument.normalization(
                        input.path("cpuNormalizationRatio").asText(""))
                .orElse(1.0);
        return BatchResourceCalculator.calculate(node, strategy, BatchResourceSuite.now(input))
                        .isReset()
                ? ZonePlanner.reset(zones)
                : ZonePlanner.fallingAtOnce(zones, allotments(input, zones), ratio, strategy);
    }

    private static List<ZoneAllotment> allotments(JsonNode input, List<Zone> zones) {
        return ZoneBatchCalculator.calculate(
                BatchResourceSuite.snapshot(input),
                TopologyZones.capacities(zones),
                BatchResourceSuite.strategy(input.get("strategy")),
                BatchResourceSuite.now(input));
    }

    @Override
    public JsonNode run(JsonNode input) {
        List<ZoneAllotment> allotments = allotments(input, zones(input));
        ZonePlan plan = plan(input);
        ObjectNode out = Json.MAPPER.createObjectNode();
        ObjectNode quantities = out.putObject("zoneQuantities");
        for (ZoneAllotment one : allotments) {
            quantities
                    .putObject(one.zone())
                    .put(ResourceNames.BATCH_CPU, String.valueOf(one.milliCpu()))
                    .put(ResourceNames.BATCH_MEMORY, one.bytes().toPlainString());
        }
        out.put("needUpdate", plan.changed());
        if (!allotments.isEmpty()) {
            show(plan.zones(), out.putArray("zonesAfter"));
        }
        return out;
    }

    private static List<Zone> zones(JsonNode input) {
        if (!input.hasNonNull("nodeResourceTopology")) {
            return List.of();
        }
        List<Zone> zones = Json.as(input.get("nodeResourceTopology"), NodeResourceTopology.class)
                .getZones();
        return zones == null ? List.of() : zones;
    }

    private static void show(List<Zone> zones, ArrayNode out) {
        for (JsonNode zone : Json.tree(zones)) {
            ObjectNode shown = out.addObject();
            shown.set("name", zone.path("name"));
            ArrayNode resources = shown.putArray("resources");
            zone.path("resources").forEach(resource -> {
                if (!NATIVE.contains(resource.path("name").asText())) {
                    resources.add(resource);
                }
            });
        }
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(
                expect, actual, field -> field.equals("zoneQuantities") || field.equals("zonesAfter"));
    }
}
