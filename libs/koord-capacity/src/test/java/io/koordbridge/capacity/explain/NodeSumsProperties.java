package io.koordbridge.capacity.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.DemandFixtures;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeReport;
import io.koordbridge.capacity.plan.NodeResourcePass;
import io.koordbridge.capacity.plan.NormalizedNodes;
import io.koordbridge.capacity.plan.PassMemory;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Every sum, worked out line by line, comes to what the pass wants on the node. */
class NodeSumsProperties {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Property
    void everySumAddsUpToWhatTheNodeShows(
            @ForAll("strategies") String strategy,
            @ForAll("usages") NodeUsage usage,
            @ForAll("pods") List<PodDemand> pods,
            @ForAll @IntRange(min = 1, max = 256) int cores,
            @ForAll @LongRange(max = 64_000_000) long takenMicroCpu,
            @ForAll("ratios") String ratio) {
        Node node = node(cores, ratio);
        ThirdPartyShare third =
                new ThirdPartyShare(takenMicroCpu, takenMicroCpu << 12, ThirdPartyShare.Source.ANNOTATION);

        NodePlan plan = plan(node, strategy, usage, pods, third);

        for (Sum sum : NodeSumsTest.sums(plan.terms())) {
            Quantity wanted = plan.wanted().allocatable().get(sum.resource());
            assertThat(workedOut(sum)).as("%s %s", sum.resource(), sum.steps()).isEqualByComparingTo(decimal(wanted));
            assertThat(sum.result()).isEqualByComparingTo(decimal(wanted));
            assertThat(sum.steps()).extracting(Step::name).doesNotContain("not explained");
            checkOrigin(plan, sum);
        }
        for (Damped<ZoneAllotment> zone : BatchCapacity.of(plan.terms()).zones()) {
            for (Sum sum : NodeSums.of(plan.terms(), zone)) {
                BigDecimal shown = shownInZone(plan, zone.allotment().zone(), sum.resource());
                assertThat(workedOut(sum))
                        .as("%s %s", sum.resource(), sum.steps())
                        .isEqualByComparingTo(shown);
            }
        }
    }

    private static BigDecimal shownInZone(NodePlan plan, String name, String resource) {
        return plan.zones().zones().stream()
                .filter(zone -> name.equals(zone.name()))
                .flatMap(zone -> zone.resources().stream())
                .filter(one -> resource.equals(one.name()))
                .map(one -> decimal(one.allocatable()))
                .findFirst()
                .orElseThrow();
    }

    private static NodeResourceTopology topology() {
        ZoneResource cpu = new ZoneResource("cpu", new Quantity("16"), new Quantity("16"), new Quantity("16"));
        ZoneResource memory =
                new ZoneResource("memory", new Quantity("64Gi"), new Quantity("64Gi"), new Quantity("64Gi"));
        NodeResourceTopology topology = NormalizedNodes.topology();
        topology.setZones(List.of(
                new Zone("node-0", "Node", null, List.of(cpu, memory)),
                new Zone("node-1", "Node", null, List.of(cpu, memory)),
                new Zone("node-2", "Node", null, List.of(cpu))));
        return topology;
    }

    /** Applies the signs; each line of equality must hold what the lines above come to. */
    private static BigDecimal workedOut(Sum sum) {
        BigDecimal at = BigDecimal.ZERO;
        for (Step step : sum.steps()) {
            if (step.sign() == Step.Sign.EQUALS) {
                assertThat(step.value()).as(step.name()).isEqualByComparingTo(at);
            }
            at = switch (step.sign()) {
                case START, EQUALS -> step.value();
                case PLUS -> at.add(step.value());
                case MINUS -> at.subtract(step.value());
                case TIMES -> at.multiply(step.value());
                case AT_MOST -> at.min(step.value());
            };
        }
        return at;
    }

    private static void checkOrigin(NodePlan plan, Sum sum) {
        sum.steps().stream()
                .filter(step -> step.name().equals("origin"))
                .forEach(step -> assertThat(step.value())
                        .isEqualByComparingTo(decimal(plan.wanted().origin().get(sum.resource()))));
    }

    private static BigDecimal decimal(Quantity quantity) {
        return Quantities.decimal(quantity);
    }

    static NodePlan plan(Node node, String strategy, NodeUsage usage, List<PodDemand> pods, ThirdPartyShare third) {
        State state = ColocationConfigReader.next(State.INITIAL, Map.of(ColocationSchemas.KEY, strategy))
                .state();
        assertThat(state.available()).isTrue();
        return NodeResourcePass.plan(
                new NodeInputs(
                        node,
                        EffectiveStrategy.of(
                                state.config(), Map.of(), node.getMetadata().getAnnotations()),
                        pods,
                        new NodeReport(null, usage, NOW),
                        topology(),
                        null,
                        NormalizedNodes.settings(
                                node.getMetadata().getAnnotations().get(Annotations.NODE_CPU_NORMALIZATION_RATIO)),
                        third,
                        new NodeInputs.Before(PassMemory.at(NOW), null, CpuMemory.ZERO),
                        NOW),
                ResourceStages.ALL);
    }

    private static Node node(int cores, String ratio) {
        Map<String, Quantity> capacity =
                Map.of("cpu", new Quantity(Integer.toString(cores)), "memory", new Quantity(cores * 4L + "Gi"));
        Map<String, Quantity> allocatable =
                Map.of("cpu", new Quantity(cores * 950 + "m"), "memory", new Quantity(cores * 4000L + "M"));
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(Annotations.NODE_CPU_NORMALIZATION_RATIO, ratio)
                .endMetadata()
                .withNewStatus()
                .withCapacity(capacity)
                .withAllocatable(allocatable)
                .endStatus()
                .build();
    }

    @Provide
    Arbitrary<String> ratios() {
        return Arbitraries.of("1.00", "1.20", "1.33", "0.50", "2.07", "none");
    }

    @Provide
    Arbitrary<String> strategies() {
        Arbitrary<String> policies = Arbitraries.of("usage", "request", "maxUsageRequest");
        Arbitrary<Integer> percents = Arbitraries.integers().between(0, 100);
        Arbitrary<String> damping = Arbitraries.of(
                "null",
                "{\"growStepPercent\": 7, \"holdRangePercent\": 3, \"mid\": {\"growStepPercent\": 1}}",
                "{\"mid\": {\"enable\": false}, \"batchCPUOversellLimitPercent\": 100}",
                "{\"midCPUOversellLimitPercent\": 100, \"midMemoryOversellLimitPercent\": 100}",
                "{\"schedule\": [{\"from\": \"00:00\", \"to\": \"24:00\", \"midUnallocatedPercent\": 90}]}",
                "{\"roundMemoryMiB\": 512, \"batchCPUOversellLimitPercent\": 120}",
                "{\"steadyPods\": {}, \"batchMemoryOversellLimitPercent\": 101, \"roundMemoryMiB\": 100}",
                "{\"schedule\": [{\"from\": \"00:00\", \"to\": \"24:00\", \"cpuReclaimThresholdPercent\": 90}]}");
        return Combinators.combine(percents, percents, policies, policies, percents.injectNull(0.5), damping)
                .as((cpu, memory, cpuPolicy, memoryPolicy, cap, damp) -> """
                        {"enable": true, "cpuReclaimThresholdPercent": %d, "memoryReclaimThresholdPercent": %d,
                         "cpuCalculatePolicy": "%s", "memoryCalculatePolicy": "%s", "batchCPUThresholdPercent": %s,
                         "batchMemoryThresholdPercent": %s, "midUnallocatedPercent": %d, "midCPUThresholdPercent": %d,
                         "midReclaimMode": "%s", "midStaticCPUReservedPercent": 33, "extensions": {"damping": %s}}
                        """.formatted(
                        cpu, memory, cpuPolicy, memoryPolicy, cap, cap, cpu, memory, cpu < 20 ? "static" : "", damp));
    }

    @Provide
    Arbitrary<List<PodDemand>> pods() {
        return Combinators.combine(Arbitraries.integers().between(0, 15), Arbitraries.of(true, false), amounts())
                .as((id, prod, requests) ->
                        prod ? DemandFixtures.prod("p" + id, requests) : DemandFixtures.batch("p" + id, requests))
                .list()
                .ofMaxSize(8)
                .uniqueElements(PodDemand::key);
    }

    @Provide
    Arbitrary<NodeUsage> usages() {
        Arbitrary<List<PodUsage>> metrics = Combinators.combine(
                        Arbitraries.integers().between(0, 20), amounts(), Arbitraries.of(true, false))
                .as((id, usage, low) -> new PodUsage("ns/p" + id, usage, low))
                .list()
                .ofMaxSize(8)
                .uniqueElements(PodUsage::key);
        return Combinators.combine(
                        amounts(), metrics, amounts(), amounts(), amounts().injectNull(0.2), amounts())
                .as((system, list, host, prodHost, node, reclaimable) -> new NodeUsage(
                        NOW.minusSeconds(10), true, system, new ArrayList<>(list), host, prodHost, node, reclaimable));
    }

    private static Arbitrary<CpuMemory> amounts() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 20_000_000_000L),
                        Arbitraries.longs().between(0, 1L << 45))
                .as(CpuMemory::new);
    }
}
