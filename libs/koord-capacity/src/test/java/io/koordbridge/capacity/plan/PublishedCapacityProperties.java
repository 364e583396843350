package io.koordbridge.capacity.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSamples;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NormalizationRatios;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.damping.DampingState;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PublishedCapacityProperties {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final List<String> NUMBERS = List.of(
            "0", "1", "50", "99", "100", "101", "150", "1000", "1000000000", "9223372036854775807", "-1", "-1000000");

    @Property(tries = 2000)
    void whatIsPublishedIsNeverBelowZeroAndNeverAboveTheNode(
            @ForAll("nodes") NodeSnapshot node,
            @ForAll("documents") String document,
            @ForAll("documents") String annotation,
            @ForAll("ratios") String reclaimRatio,
            @ForAll("normalizations") String normalization) {
        NodeInputs inputs = inputs(node, document, annotation, reclaimRatio, normalization);

        PublishedNode wanted = NodeResourcePass.plan(inputs, ResourceStages.ALL).wanted();

        double ratio = Math.max(NormalizationRatios.parse(normalization), 1);
        BigDecimal cpu = BigDecimal.valueOf(node.capacity().milliCpu());
        BigDecimal normalized = cpu.multiply(BigDecimal.valueOf(ratio)).setScale(0, RoundingMode.UP);
        BigDecimal memory = BigDecimal.valueOf(node.capacity().bytes());
        within(wanted, ResourceNames.BATCH_CPU, normalized);
        within(wanted, ResourceNames.BATCH_MEMORY, memory);
        within(wanted, ResourceNames.MID_CPU, cpu);
        within(wanted, ResourceNames.MID_MEMORY, memory);
    }

    private static void within(PublishedNode wanted, String resource, BigDecimal most) {
        for (Map<String, Quantity> list : List.of(wanted.allocatable(), wanted.capacity(), wanted.origin())) {
            Quantity quantity = list.get(resource);
            if (quantity != null) {
                assertThat(quantity.getNumericalAmount()).as(resource).isBetween(BigDecimal.ZERO, most);
            }
        }
    }

    private static NodeInputs inputs(
            NodeSnapshot node, String document, String annotation, String reclaimRatio, String normalization) {
        Map<String, String> labels =
                Map.of(Labels.NODE_CPU_RECLAIM_RATIO, reclaimRatio, Labels.NODE_MID_STATIC_MEMORY_RATIO, reclaimRatio);
        Map<String, String> annotations = Map.of(
                Annotations.NODE_COLOCATION_STRATEGY, annotation,
                Annotations.NODE_CPU_NORMALIZATION_RATIO, normalization);
        State config = ColocationConfigReader.next(State.INITIAL, Map.of(ColocationSchemas.KEY, document))
                .state();
        return new NodeInputs(
                kubernetesNode(node, labels, annotations),
                EffectiveStrategy.of(config.config(), labels, annotations).boundedByNode(),
                node.pods(),
                new NodeReport(null, node.usage(), NOW),
                NormalizedNodes.topology(),
                null,
                NormalizedNodes.settings(normalization),
                new ThirdPartyShare(0, 0, ThirdPartyShare.Source.ANNOTATION),
                new NodeInputs.Before(DampingState.NONE, CalculatedFrom.at(NOW), null, CpuMemory.ZERO),
                NOW);
    }

    private static Node kubernetesNode(NodeSnapshot node, Map<String, String> labels, Map<String, String> annotations) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .withLabels(labels)
                .withAnnotations(annotations)
                .endMetadata()
                .withNewStatus()
                .withCapacity(resources(node.capacity()))
                .withAllocatable(resources(node.allocatable().atLeastZero()))
                .endStatus()
                .build();
    }

    private static Map<String, Quantity> resources(CpuMemory amount) {
        return Map.of("cpu", Quantities.ofMilli(amount.milliCpu()), "memory", Quantities.ofBytes(amount.bytes()));
    }

    @Provide
    Arbitrary<NodeSnapshot> nodes() {
        return NodeSamples.nodes(NOW.minusSeconds(10));
    }

    @Provide
    Arbitrary<String> documents() {
        Arbitrary<String> name = Arbitraries.of(
                "cpuReclaimThresholdPercent",
                "memoryReclaimThresholdPercent",
                "batchCPUThresholdPercent",
                "batchMemoryThresholdPercent",
                "midCPUThresholdPercent",
                "midMemoryThresholdPercent",
                "midUnallocatedPercent",
                "midStaticCPUReservedPercent",
                "midStaticMemoryReservedPercent",
                "degradeTimeMinutes");
        Arbitrary<String> number =
                Combinators.combine(name, Arbitraries.of(NUMBERS)).as((field, value) -> "\"" + field + "\":" + value);
        Arbitrary<String> text = Arbitraries.of(
                "\"cpuCalculatePolicy\":\"maxUsageRequest\"",
                "\"memoryCalculatePolicy\":\"request\"",
                "\"midReclaimMode\":\"static\"",
                "\"extensions\":{\"damping\":{\"midCPUOversellLimitPercent\":100,\"holdRangePercent\":50}}",
                "\"extensions\":{\"damping\":{\"steadyPods\":{},\"mid\":{\"growStepPercent\":1}}}",
                "\"extensions\":{\"damping\":{\"growStepPercent\":100,\"roundMemoryMiB\":7}}");
        return Arbitraries.oneOf(number, number, number, text)
                .list()
                .ofMaxSize(5)
                .map(fields -> "{\"enable\":true" + (fields.isEmpty() ? "" : "," + String.join(",", fields)) + "}");
    }

    @Provide
    Arbitrary<String> ratios() {
        return Arbitraries.of("", "0.5", "1.5", "100", "1e300", "-1", "NaN", "x");
    }

    @Provide
    Arbitrary<String> normalizations() {
        return Arbitraries.of("", "1", "1.00", "2.35", "5.00", "0.5", "-2", "NaN", "x");
    }
}
