package io.koordbridge.capacity.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSamples;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.RunningPods;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.ZoneBatchCalculator;
import io.koordbridge.capacity.batchresource.ZoneCapacity;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

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

        double ratio = Math.max(NodeRatioDocument.normalization(normalization).orElse(1.0), 1);
        BigDecimal cpu = BigDecimal.valueOf(node.capacity().milliCpu());
        BigDecimal normalized = cpu.multiply(BigDecimal.valueOf(ratio)).setScale(0, RoundingMode.UP);
        BigDecimal memory = BigDecimal.valueOf(node.capacity().bytes());
        within(wanted, ResourceNames.BATCH_CPU, normalized);
        within(wanted, ResourceNames.BATCH_MEMORY, memory);
        within(wanted, ResourceNames.MID_CPU, cpu);
        within(wanted, ResourceNames.MID_MEMORY, memory);
    }

    @Property(tries = 3000)
    void aBadValueOfAReportNeverMakesANodeFreer(
            @ForAll("nodes") NodeSnapshot sample,
            @ForAll("strategies") String document,
            @ForAll @IntRange(min = 0, max = 40) int place,
            @ForAll("resources") String resource,
            @ForAll SpoiledReport.Change change) {
        NodeMetricStatus status = SpoiledReport.status(sample.usage());
        ReportReading good = ReportReading.of(null, null, status, Decoded.absent(), NOW.minusSeconds(60));
        NodeSnapshot node = sample.with(sample.pods(), good.report().usage());
        SpoiledReport spoiled = new SpoiledReport(place, resource, change);

        ReportReading bad = ReportReading.of(good, null, spoiled.of(status, NOW), Decoded.absent(), NOW);
        ReportReading first = ReportReading.of(null, null, spoiled.of(status, NOW), Decoded.absent(), NOW);

        List<Map<String, BigDecimal>> least =
                List.of(offered(node, document, node.usage()), offered(node, document, spoiled.byRequest(node)));
        assertNotFreer(offered(node, document, bad.report().usage()), least);
        if (first.good()) {
            assertNotFreer(offered(node, document, first.report().usage()), least);
        }
    }

    @Property(tries = 2000)
    void aLabelOfAPodNeverMakesANodeFreer(
            @ForAll("nodes") NodeSnapshot node,
            @ForAll("strategies") String document,
            @ForAll("priorities") Integer priority,
            @ForAll("labels") Map<String, String> labels,
            @ForAll("requests") Map<String, String> requests,
            @ForAll boolean reported) {
        PodDemand plain = RunningPods.demand("labelled", priority, Map.of(), requests);
        PodDemand labelled = RunningPods.demand("labelled", priority, labels, requests);
        List<PodUsage> usages = new ArrayList<>(node.usage().pods());
        if (reported) {
            usages.add(new PodUsage(plain.key(), CpuMemory.ofMilliAndBytes(3_000, 1L << 31), false));
        }
        NodeUsage usage = node.usage().with(node.usage().system(), node.usage().prodReclaimable(), usages);

        assertNotFreer(
                offered(and(node, labelled), document, usage), List.of(offered(and(node, plain), document, usage)));
    }

    private static NodeSnapshot and(NodeSnapshot node, PodDemand pod) {
        List<PodDemand> pods = new ArrayList<>(node.pods());
        pods.add(pod);
        return node.with(pods, node.usage());
    }

    /** Each amount is at most the largest of those that are right. */
    private static void assertNotFreer(Map<String, BigDecimal> offered, List<Map<String, BigDecimal>> right) {
        offered.forEach((name, amount) -> assertThat(amount)
                .as(name)
                .isLessThanOrEqualTo(right.stream()
                        .map(one -> one.getOrDefault(name, BigDecimal.ZERO))
                        .reduce(BigDecimal.ZERO, BigDecimal::max)));
    }

    /** Batch and mid of the node, and batch of two zones. */
    private static Map<String, BigDecimal> offered(NodeSnapshot node, String document, NodeUsage usage) {
        NodeSnapshot reported = node.with(node.pods(), usage);
        NodeInputs inputs = inputs(reported, document, "", "", "");
        Map<String, BigDecimal> offered = new HashMap<>();
        NodeResourcePass.plan(inputs, ResourceStages.ALL).wanted().allocatable().forEach((name, amount) -> {
            if (name.startsWith("kubernetes.io/")) {
                offered.put(name, amount.getNumericalAmount());
            }
        });
        CpuMemory half = node.capacity().share(2);
        ZoneBatchCalculator.calculate(
                        reported,
                        List.of(new ZoneCapacity("a", half), new ZoneCapacity("b", half)),
                        inputs.strategy().strategy(),
                        NOW)
                .forEach(zone -> {
                    offered.put(zone.zone() + " cpu", BigDecimal.valueOf(zone.milliCpu()));
                    offered.put(zone.zone() + " memory", zone.bytes());
                });
        return offered;
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
                new NodeInputs.Before(PassMemory.at(NOW), null, CpuMemory.ZERO),
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

    @Provide
    Arbitrary<String> strategies() {
        Arbitrary<String> policies = Arbitraries.of("usage", "request", "maxUsageRequest");
        Arbitrary<Integer> percents = Arbitraries.integers().between(0, 100);
        return Combinators.combine(policies, policies, percents, percents, Arbitraries.of("static", "none"))
                .as((cpu, memory, margin, unallocated, mode) ->
                        ("{\"enable\":true,\"cpuCalculatePolicy\":\"%s\",\"memoryCalculatePolicy\":\"%s\","
                                        + "\"cpuReclaimThresholdPercent\":%d,\"midUnallocatedPercent\":%d,"
                                        + "\"midCPUThresholdPercent\":100,\"midMemoryThresholdPercent\":100,"
                                        + "\"midReclaimMode\":\"%s\"}")
                                .formatted(cpu, memory, margin, unallocated, mode));
    }

    @Provide
    Arbitrary<String> resources() {
        return Arbitraries.of("cpu", "memory");
    }

    @Provide
    Arbitrary<Integer> priorities() {
        return Arbitraries.of(0, 1, 2_000, 3_500, 5_500, 6_500, 7_500, 9_500, 1_000_000)
                .injectNull(0.3);
    }

    @Provide
    Arbitrary<Map<String, String>> labels() {
        Arbitrary<String> classes = Arbitraries.of("koord-prod", "koord-mid", "koord-batch", "koord-free", "x", "");
        return Arbitraries.oneOf(
                classes.map(name -> Map.of(Labels.POD_PRIORITY_CLASS, name)),
                Arbitraries.of("BE", "LS", "x").map(name -> Map.of(Labels.POD_QOS_CLASS, name)),
                classes.map(name -> Map.of(Labels.POD_PRIORITY_CLASS, name, Labels.POD_QOS_CLASS, "BE")));
    }

    @Provide
    Arbitrary<Map<String, String>> requests() {
        return Arbitraries.of(
                Map.of("cpu", "8"),
                Map.of("memory", "4Gi"),
                Map.of("cpu", "8", "memory", "4Gi"),
                Map.of("cpu", "8", ResourceNames.BATCH_CPU, "7999"),
                Map.of("cpu", "8", ResourceNames.MID_CPU, "1000", "memory", "1Gi"));
    }
}
