package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.ResourceListDocument;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.api.document.node.NodeReservationDocument;
import io.koordbridge.api.document.node.Origin;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.capacity.batchresource.AnnotatedReservation;
import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchResourceCalculator;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchSplitPlanner;
import io.koordbridge.capacity.batchresource.BatchTerms;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.ThirdPartyShares;
import io.koordbridge.capacity.offered.BatchPublication;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.DocumentDecoder;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code manager/batch-resource}: calculation, then what pods and third parties see on the node. */
public final class BatchResourceSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/batch-resource";
    }

    @Override
    public List<String> tags(JsonNode input) {
        return UnknownUsage.tags(input);
    }

    @Override
    public JsonNode run(JsonNode input) {
        Node node = Json.as(input.get("node"), Node.class);
        BatchAllotment allotment =
                BatchResourceCalculator.calculate(snapshot(input), strategy(input.get("strategy")), now(input));

        ObjectNode out = Json.MAPPER.createObjectNode();
        ObjectNode items = out.putObject("items");
        item(items.putObject(ResourceNames.BATCH_CPU), allotment, String.valueOf(allotment.milliCpu()));
        item(items.putObject(ResourceNames.BATCH_MEMORY), allotment, thousandths(milliBytes(allotment)));
        Prepared prepared = Prepared.of(
                node,
                allotment.isReset() ? null : allotment.milliCpu(),
                allotment.isReset() ? null : allotment.bytes(),
                input.path("cpuNormalizationRatio").asText(""));
        ObjectNode nodeOut = out.putObject("node");
        ObjectNode allocatable = nodeOut.putObject("allocatable");
        if (prepared.split().offered()) {
            allocatable.put(
                    ResourceNames.BATCH_CPU, thousandths(prepared.split().podsMicroCpu()));
            allocatable.put(
                    ResourceNames.BATCH_MEMORY, thousandths(prepared.split().podsMilliBytes()));
        }
        nodeOut.set("originExtendedAllocatable", prepared.origin().path("resources"));
        out.put("prepareError", prepared.error());
        return out;
    }

    static NodeSnapshot snapshot(JsonNode input) {
        List<PodDemand> pods = new ArrayList<>();
        input.path("pods").forEach(pod -> pods.add(NodeSnapshots.demand(Json.as(pod, Pod.class))));
        NodeUsage usage = input.hasNonNull("nodeMetric")
                ? NodeSnapshots.usage(
                        Json.as(input.get("nodeMetric"), NodeMetric.class).getStatus())
                : null;
        Node node = Json.as(input.get("node"), Node.class);
        return NodeSnapshots.of(node, reserved(node), pods, usage);
    }

    /** A case has no value from before. */
    static CpuMemory reserved(Node node) {
        return AnnotatedReservation.of(NodeReservationDocument.of(node).value());
    }

    static Instant now(JsonNode input) {
        return Instant.parse(input.get("now").asText());
    }

    static ColocationStrategy strategy(JsonNode document) {
        return ColocationStrategy.overDefaults(
                DocumentDecoder.decode(ColocationSchemas.KEY, document.toString(), ColocationSchemas.STRATEGY)
                        .tree());
    }

    private static void item(ObjectNode item, BatchAllotment allotment, String amount) {
        if (allotment.isReset()) {
            item.put("reset", true);
        } else {
            item.put("quantity", amount);
        }
    }

    /** Memory as calculated; it is rounded up to whole bytes when it is published. */
    private static long milliBytes(BatchAllotment allotment) {
        BatchTerms terms = allotment.terms();
        if (terms == null) {
            return 0;
        }
        CpuMemory chosen = switch (allotment.memoryPolicy()) {
            case USAGE -> terms.byUsage();
            case REQUEST -> terms.byRequest();
            case MAX_USAGE_REQUEST -> terms.byMaxUsageRequest();
        };
        Long limit = terms.memoryLimitBytes();
        return limit == null
                ? chosen.milliBytes()
                : chosen.min(CpuMemory.ofMilliAndBytes(0, limit)).milliBytes();
    }

    static String thousandths(long amount) {
        return BigDecimal.valueOf(amount, 3).stripTrailingZeros().toPlainString();
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(
                expect,
                actual,
                field -> field.equals("quantity")
                        || field.equals("allocatable")
                        || field.equals("originExtendedAllocatable"));
    }

    /** The node after preparation. */
    record Prepared(BatchSplit split, JsonNode origin, boolean error) {

        static Prepared of(Node node, @Nullable Long milliCpu, @Nullable Long bytes, String ratio) {
            Map<String, Quantity> originBefore =
                    Origin.read(node).map(Origin::resources).orElse(Map.of());
            ThirdPartyShare share = ThirdPartyShares.of(ThirdParties.read(node));
            double factor = NodeRatioDocument.normalization(ratio).orElse(1.0);
            BatchSplit split = BatchSplitPlanner.split(milliCpu, bytes, factor, share);
            JsonNode origin = originOf(originBefore, split);
            boolean error = split.offered() && share.source() == ThirdPartyShare.Source.UNREADABLE;
            return new Prepared(split, origin, error);
        }

        private static JsonNode originOf(Map<String, Quantity> before, BatchSplit split) {
            Map<String, Quantity> resources = new TreeMap<>(before);
            resources.putAll(BatchPublication.origin(split));
            return Json.tree(new ResourceListDocument(resources));
        }
    }
}
