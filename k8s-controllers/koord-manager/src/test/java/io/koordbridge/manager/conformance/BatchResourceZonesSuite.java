package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.manager.batchresource.BatchResourceCalculator;
import io.koordbridge.manager.batchresource.NodeSnapshot;
import io.koordbridge.manager.batchresource.NormalizationRatios;
import io.koordbridge.manager.batchresource.TopologyZones;
import io.koordbridge.manager.batchresource.ZoneAllotment;
import io.koordbridge.manager.batchresource.ZoneBatchCalculator;
import io.koordbridge.manager.batchresource.ZonePlan;
import io.koordbridge.manager.batchresource.ZonePlanner;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code manager/batch-resource-zones}: batch resources of each zone, and what becomes of the topology object. */
public final class BatchResourceZonesSuite implements SuiteAdapter {

    private static final Set<String> NATIVE = Set.of(ResourceNames.CPU, ResourceNames.MEMORY);

    @Override
    public String suite() {
        return "manager/batch-resource-zones";
    }

    @Override
    public JsonNode run(JsonNode input) {
        NodeSnapshot node = BatchResourceSuite.snapshot(input);
        ColocationStrategy strategy = BatchResourceSuite.strategy(input.get("strategy"));
        Instant now = BatchResourceSuite.now(input);
        List<Zone> zones = zones(input);
        List<ZoneAllotment> allotments =
                ZoneBatchCalculator.calculate(node, TopologyZones.capacities(zones), strategy, now);
        boolean reset = BatchResourceCalculator.calculate(node, strategy, now).isReset();
        ZonePlan plan = reset
                ? ZonePlanner.reset(zones)
                : ZonePlanner.plan(
                        zones,
                        allotments,
                        NormalizationRatios.parse(
                                input.path("cpuNormalizationRatio").asText("")),
                        strategy,
                        lastPass(input),
                        now);

        ObjectNode out = Json.MAPPER.createObjectNode();
        ObjectNode quantities = out.putObject("zoneQuantities");
        for (ZoneAllotment one : allotments) {
            quantities
                    .putObject(one.zone())
                    .put(ResourceNames.BATCH_CPU, String.valueOf(one.milliCpu()))
                    .put(ResourceNames.BATCH_MEMORY, one.bytes().toPlainString());
        }
        out.put("needUpdate", plan.writes());
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

    private static @Nullable Instant lastPass(JsonNode input) {
        return input.hasNonNull("lastTopologyUpdate")
                ? Instant.parse(input.get("lastTopologyUpdate").asText())
                : null;
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
