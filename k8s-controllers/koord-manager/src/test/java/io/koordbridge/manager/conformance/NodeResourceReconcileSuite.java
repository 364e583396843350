package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.ThirdPartyShares;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodePatch;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeReport;
import io.koordbridge.capacity.plan.NodeResourcePass;
import io.koordbridge.capacity.plan.PassMemory;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code manager/noderesource-reconcile}: one whole pass, then its plan carried out. */
public final class NodeResourceReconcileSuite implements SuiteAdapter {

    private static final Set<String> JSON_ANNOTATIONS =
            Set.of(Annotations.NODE_ORIGIN_ALLOCATABLE, Annotations.NODE_THIRD_PARTY_ALLOCATIONS);
    private static final Set<String> AMOUNTS = Set.of(
            "allocatable",
            "capacity",
            "zones",
            Annotations.NODE_ORIGIN_ALLOCATABLE,
            Annotations.NODE_THIRD_PARTY_ALLOCATIONS);

    @Override
    public String suite() {
        return "manager/noderesource-reconcile";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode node = input.get("node").deepCopy();
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("error", false);
        out.set("zones", zones(input.at("/nodeResourceTopology/zones")));
        Map<String, String> data = input.path("configMapAbsent").asBoolean()
                ? null
                : ColocationConfigSuite.texts(input.path("configMapData"));
        ColocationConfigReader.State colocation = ColocationConfigReader.next(
                        ColocationConfigReader.State.INITIAL, data)
                .state();
        if (colocation.available()) {
            carryOut(NodeResourcePass.plan(inputs(input, colocation), ResourceStages.ALL), node, out);
        } else {
            out.put("statusUpdates", 0).put("metaPatches", 0).put("topologyUpdates", 0);
        }
        ObjectNode shown = out.putObject("node");
        shown.set("labels", node.at("/metadata/labels"));
        shown.set("annotations", node.at("/metadata/annotations"));
        shown.set("capacity", node.at("/status/capacity"));
        shown.set("allocatable", node.at("/status/allocatable"));
        return out;
    }

    private static void carryOut(NodePlan plan, ObjectNode node, ObjectNode out) {
        out.put("statusUpdates", plan.status().writes() ? 1 : 0);
        out.put("metaPatches", plan.metadata().writes() ? 1 : 0);
        out.put("topologyUpdates", plan.writesZones() ? 1 : 0);
        if (plan.writesZones()) {
            out.set("zones", zones(Json.tree(plan.zones().zones())));
        }
        if (plan.writesNode()) {
            apply(node, NodePatch.of(plan));
        }
    }

    private static NodeInputs inputs(JsonNode input, ColocationConfigReader.State colocation) {
        Instant now = BatchResourceSuite.now(input);
        Node node = ClusterView.kept(Json.as(input.get("node"), Node.class));
        List<PodDemand> pods = new ArrayList<>();
        input.path("pods").forEach(pod -> pods.add(NodeSnapshots.demand(Json.as(pod, Pod.class))));
        NodeMetric metric = object(input, "nodeMetric", NodeMetric.class);
        return new NodeInputs(
                node,
                EffectiveStrategy.of(
                                colocation.config(),
                                node.getMetadata().getLabels(),
                                node.getMetadata().getAnnotations())
                        .boundedByNode(),
                pods,
                metric == null ? null : new NodeReport(null, NodeSnapshots.usage(metric.getStatus()), now),
                object(input, "nodeResourceTopology", NodeResourceTopology.class),
                object(input, "device", Device.class),
                new NodeInputs.Settings(
                        CpuNormalizationSuite.config(NodeRatioSchemas.NORMALIZATION, input),
                        CpuNormalizationSuite.config(NodeRatioSchemas.AMPLIFICATION, input),
                        DeviceResourceSuite.showsSharedGpus(input)),
                ThirdPartyShares.of(ThirdParties.read(node)),
                new NodeInputs.Before(
                        PassMemory.at(now),
                        input.hasNonNull("lastStatusSync")
                                ? Instant.parse(input.get("lastStatusSync").asText())
                                : null,
                        BatchResourceSuite.reserved(node)),
                now);
    }

    private static <T> @Nullable T object(JsonNode input, String field, Class<T> type) {
        return input.hasNonNull(field) ? Json.as(input.get(field), type) : null;
    }

    /** The patch as an API server applies it. */
    private static void apply(ObjectNode node, NodePatch patch) {
        patch.status()
                .forEach((field, amounts) -> amounts.forEach((name, amount) ->
                        put(node, "/status/" + field, name, amount == null ? null : amount.toString())));
        patch.annotations().forEach((key, text) -> put(node, "/metadata/annotations", key, text));
        patch.labels().forEach((key, text) -> put(node, "/metadata/labels", key, text));
    }

    private static void put(ObjectNode node, String where, String key, @Nullable String value) {
        ObjectNode parent = node.withObject(where);
        if (value == null) {
            parent.remove(key);
        } else {
            parent.put(key, value);
        }
    }

    private static ObjectNode zones(JsonNode zones) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        for (JsonNode zone : zones) {
            ObjectNode amounts = out.putObject(zone.path("name").asText());
            zone.path("resources").forEach(one -> amounts.set(one.path("name").asText(), one.path("allocatable")));
        }
        return out;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(parsed(expect), parsed(actual), AMOUNTS::contains);
    }

    /** Annotations that hold JSON as JSON. */
    private static JsonNode parsed(JsonNode whole) {
        JsonNode copy = whole.deepCopy();
        if (copy.at("/node/annotations") instanceof ObjectNode annotations) {
            Map<String, JsonNode> trees = new TreeMap<>();
            annotations.properties().forEach(one -> {
                if (JSON_ANNOTATIONS.contains(one.getKey())) {
                    trees.put(one.getKey(), tree(one.getValue()));
                }
            });
            trees.forEach(annotations::set);
        }
        return copy;
    }

    private static JsonNode tree(JsonNode text) {
        try {
            return Json.MAPPER.readTree(text.asText());
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            return text;
        }
    }
}
