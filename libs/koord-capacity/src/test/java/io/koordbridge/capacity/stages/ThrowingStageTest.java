package io.koordbridge.capacity.stages;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.device.DeviceSpec;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.TopologyZones;
import io.koordbridge.capacity.batchresource.ZonePlan;
import io.koordbridge.capacity.cpunormalization.CpuNormalization;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.CapacityMemory;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.plan.Attempt;
import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeReport;
import io.koordbridge.capacity.plan.NodeResourcePass;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.NormalizedNodes;
import io.koordbridge.capacity.plan.Outlook;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PassMemory;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.plan.StageOutcome;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThrowingStageTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Map<String, Quantity> PUBLISHED = Map.of(
            ResourceNames.BATCH_CPU, new Quantity("777"),
            ResourceNames.BATCH_MEMORY, new Quantity("7Gi"),
            ResourceNames.MID_CPU, new Quantity("333"),
            ResourceNames.MID_MEMORY, new Quantity("3Gi"),
            ResourceNames.GPU, new Quantity("700"),
            ResourceNames.RDMA, new Quantity("700"));
    private static final String ORIGIN =
            "{\"resources\":{\"kubernetes.io/batch-cpu\":\"888\",\"kubernetes.io/batch-memory\":\"8Gi\"}}";

    @ParameterizedTest
    @MethodSource("names")
    void keepsWhatIsPublishedOfTheStageAndNoOtherStageFromItsWork(String failing) {
        NodePlan good = plan(NOW, ResourceStages.ALL);
        NodePlan plan = plan(NOW, throwing(failing));

        for (StageOutcome<?> outcome : plan.terms().stages()) {
            StageOutcome<?> expected = outcomeOf(good, outcome.name());
            if (outcome.name().equals(failing)) {
                assertThat(outcome.preparation()).isEqualTo(NodePreparation.NOTHING);
                assertThat(outcome.problem()).contains("IllegalStateException", "broken");
            } else {
                assertThat(outcome).isEqualTo(expected);
            }
        }
        assertThat(plan.wanted()).isNotEqualTo(plan.shown());
        assertThat(plan.status().writes()).isTrue();
    }

    @Test
    void leavesOriginAndZonesAloneWhereBatchThrows() {
        NodePlan plan = plan(NOW, throwing(StageNames.BATCH_RESOURCE));

        assertThat(plan.wanted().allocatable().get(ResourceNames.BATCH_CPU)).isEqualTo(new Quantity("777"));
        assertThat(plan.wanted().origin()).isEqualTo(plan.shown().origin());
        assertThat(plan.writesZones()).isFalse();
        assertThat(plan.wanted().allocatable().get(ResourceNames.MID_CPU)).isNotEqualTo(new Quantity("333"));
    }

    @Test
    void keepsCapacityNoLongerThanTheReportIsGoodFor() {
        NodePlan stale = plan(NOW.minusSeconds(901), throwing(StageNames.BATCH_RESOURCE));

        assertThat(stale.wanted().allocatable()).doesNotContainKeys(ResourceNames.BATCH_CPU, ResourceNames.MID_CPU);
        assertThat(BatchCapacity.of(stale.terms()).allotment().reason())
                .isEqualTo(BatchAllotment.Reason.NODE_METRIC_STALE);
        assertThat(plan(NOW, throwing(StageNames.BATCH_RESOURCE)).askAgainAt())
                .contains(NOW.plusSeconds(900).plusMillis(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {StageNames.BATCH_RESOURCE, StageNames.MID_RESOURCE})
    void keepsCapacityNoLongerThanItsReportIsValid(String failing) {
        Instant latest = NOW.minusSeconds(900);
        NodePlan good = plan(NOW, PassMemory.at(latest), throwing(failing));
        NodePlan old = plan(NOW, PassMemory.at(latest.minusMillis(1)), throwing(failing));
        boolean ofBatch = failing.equals(StageNames.BATCH_RESOURCE);
        List<String> own = ofBatch ? BatchCapacity.RESOURCES : MidCapacity.RESOURCES;
        List<String> others = ofBatch ? MidCapacity.RESOURCES : BatchCapacity.RESOURCES;

        assertThat(good.wanted().allocatable()).containsKeys(own.toArray(String[]::new));
        assertThat(calculatedFrom(good, StageNames.BATCH_RESOURCE)).isEqualTo(ofBatch ? latest : NOW);
        assertThat(calculatedFrom(good, StageNames.MID_RESOURCE)).isEqualTo(ofBatch ? NOW : latest);
        assertThat(good.askAgainAt()).contains(NOW.plusMillis(1));
        assertThat(old.wanted().allocatable())
                .doesNotContainKeys(own.toArray(String[]::new))
                .containsKeys(others.toArray(String[]::new));
        assertThat(old.status().writes()).isTrue();
        assertThat(outcomeOf(old, failing).defect()).isNotNull();
    }

    @Test
    void keepsZonesNoLongerThanTheirReportIsValid() {
        Instant latest = NOW.minusSeconds(900);
        NodePlan good = plan(NOW, PassMemory.at(latest), throwingZones());
        NodePlan old = plan(NOW, PassMemory.at(latest.minusMillis(1)), throwingZones());

        assertThat(good.writesZones()).isFalse();
        assertThat(good.askAgainAt()).contains(NOW.plusMillis(1));
        assertThat(old.writesZones()).isTrue();
        assertThat(TopologyZones.shownBatch(old.zones().zones()).values()).containsOnly(CpuMemory.ZERO);
        assertThat(old.wanted()).isEqualTo(plan(NOW, ResourceStages.ALL).wanted());
    }

    @Test
    void withoutAnyCalculationCapacityAloneGoesWhenItIsTooOld() {
        NodePlan good = NodeResourcePass.withoutCalculation(
                inputs(NOW, PassMemory.at(NOW.minusSeconds(900))), ResourceStages.ALL);
        NodePlan old = NodeResourcePass.withoutCalculation(
                inputs(NOW, PassMemory.at(NOW.minusSeconds(901))), ResourceStages.ALL);
        NodePlan stale = NodeResourcePass.withoutCalculation(
                inputs(NOW.minusSeconds(901), PassMemory.at(NOW)), ResourceStages.ALL);

        assertThat(good.terms().keepsCapacity()).isTrue();
        assertThat(good.wanted()).isEqualTo(good.shown());
        assertThat(good.writesZones()).isFalse();
        for (NodePlan gone : List.of(old, stale)) {
            assertThat(gone.terms().keepsCapacity()).isFalse();
            assertThat(gone.status().writes()).isTrue();
            assertThat(gone.wanted().allocatable()).containsOnlyKeys(ResourceNames.GPU, ResourceNames.RDMA);
            assertThat(gone.wanted().origin().values()).allMatch(amount -> Quantities.milli(amount) == 0);
            assertThat(gone.wanted().annotations()).isEqualTo(gone.shown().annotations());
            assertThat(gone.writesZones()).isTrue();
            assertThat(gone.zonesFirst()).isTrue();
        }
        assertThat(BatchCapacity.of(old.terms()).allotment().reason())
                .isEqualTo(BatchAllotment.Reason.CALCULATION_STALE);
        assertThat(BatchCapacity.of(stale.terms()).allotment().reason())
                .isEqualTo(BatchAllotment.Reason.NODE_METRIC_STALE);
    }

    @Test
    void scalesByTheShownRatioWhereNormalizationThrows() {
        NodePlan plan = plan(NOW, throwing(StageNames.CPU_NORMALIZATION));

        assertThat(BatchCapacity.of(plan.terms()).ratio()).isEqualTo(1.5);
        assertThat(plan.wanted().annotations()).containsEntry(Annotations.NODE_CPU_NORMALIZATION_RATIO, "1.50");
    }

    @Test
    void scalesNoCpuWithoutConfigurationAndKeepsTheShownRatio() {
        NodePlan plan = plan(NOW, withoutRatioConfigurations());

        assertThat(BatchCapacity.of(plan.terms()).ratio()).isEqualTo(1);
        assertThat(plan.wanted().annotations()).containsEntry(Annotations.NODE_CPU_NORMALIZATION_RATIO, "1.50");
        assertThat(batchMilliCpu(plan(NOW, ResourceStages.ALL))).isEqualTo(batchMilliCpu(plan) * 3 / 2);
    }

    private static long batchMilliCpu(NodePlan plan) {
        return Quantities.value(plan.wanted().allocatable(), ResourceNames.BATCH_CPU);
    }

    @Test
    void keepsTheAmplificationWithoutConfiguration() {
        StageOutcome<?> outcome = outcomeOf(plan(NOW, ResourceStages.ALL), StageNames.RESOURCE_AMPLIFICATION);

        assertThat(outcome.problem()).contains("CONFIG_UNAVAILABLE");
        assertThat(outcome.preparation()).isEqualTo(NodePreparation.NOTHING);
    }

    private static List<ResourceStage<?>> withoutRatioConfigurations() {
        KeyState unread = KeyState.initial(NodeRatioSchemas.NORMALIZATION);
        CpuNormalizationStage good = new CpuNormalizationStage();
        return replacing(new Calculating<>(good, facts -> CpuNormalization.calculate(unread, Map.of(), Map.of())));
    }

    @Test
    void leavesZonesAloneWhereTheirCalculationThrows() {
        NodePlan plan = plan(NOW, throwingZones());

        assertThat(plan.writesZones()).isFalse();
        assertThat(plan.zonesDefect()).isNotNull();
        assertThat(plan.wanted()).isEqualTo(plan(NOW, ResourceStages.ALL).wanted());
    }

    @Test
    void namesTheSamePlaceWhateverTheMessageSays() {
        Defect first = defectOf("one");
        Defect second = defectOf("two");

        assertThat(first.place()).isEqualTo(second.place()).contains("NumberFormatException at ThrowingStageTest");
        assertThat(first.text()).isNotEqualTo(second.text()).contains("one");
    }

    private static Defect defectOf(String text) {
        return Attempt.of(() -> Integer.valueOf(text)).defect();
    }

    private static Instant calculatedFrom(NodePlan plan, String stage) {
        return ((CapacityMemory) plan.terms().after().stages().get(stage)).from();
    }

    private static StageOutcome<?> outcomeOf(NodePlan plan, String stage) {
        return plan.terms().stages().stream()
                .filter(one -> one.name().equals(stage))
                .findFirst()
                .orElseThrow();
    }

    static List<String> names() {
        return ResourceStages.names();
    }

    private static List<ResourceStage<?>> throwing(String failing) {
        return ResourceStages.ALL.stream()
                .filter(stage -> stage.name().equals(failing))
                .map(ThrowingStageTest::throwing)
                .map(ThrowingStageTest::replacing)
                .findFirst()
                .orElseThrow();
    }

    private static <R> ResourceStage<R> throwing(ResourceStage<R> stage) {
        return new Calculating<>(stage, facts -> {
            throw new IllegalStateException("broken");
        });
    }

    private static List<ResourceStage<?>> throwingZones() {
        return replacing(new BatchStage((facts, batch) -> {
            throw new IllegalStateException("broken");
        }));
    }

    private static List<ResourceStage<?>> replacing(ResourceStage<?> other) {
        List<ResourceStage<?>> stages = new ArrayList<>(ResourceStages.ALL);
        stages.replaceAll(stage -> stage.name().equals(other.name()) ? other : stage);
        return stages;
    }

    /** A stage with another calculation. */
    private record Calculating<R>(ResourceStage<R> stage, Function<StageFacts, R> calculation)
            implements ResourceStage<R> {

        @Override
        public String name() {
            return stage.name();
        }

        @Override
        public Owned owned() {
            return stage.owned();
        }

        @Override
        public R calculate(StageFacts facts) {
            return calculation.apply(facts);
        }

        @Override
        public @Nullable R failed(StageFacts facts, Defect defect) {
            return stage.failed(facts, defect);
        }

        @Override
        public NodePreparation preparation(R result) {
            return stage.preparation(result);
        }

        @Override
        public Outlook outlook(R result, StageFacts facts) {
            return stage.outlook(result, facts);
        }

        @Override
        public Map<String, Quantity> origin(R result) {
            return stage.origin(result);
        }

        @Override
        public ZonePlan zones(R result, NodeTerms terms, List<Zone> shown) {
            return stage.zones(result, terms, shown);
        }

        @Override
        public Optional<String> problem(R result) {
            return stage.problem(result);
        }
    }

    private static NodePlan plan(Instant reportedAt, List<ResourceStage<?>> stages) {
        return plan(reportedAt, PassMemory.at(NOW), stages);
    }

    private static NodePlan plan(Instant reportedAt, PassMemory before, List<ResourceStage<?>> stages) {
        return NodeResourcePass.plan(inputs(reportedAt, before), stages);
    }

    private static NodeInputs inputs(Instant reportedAt, PassMemory before) {
        Node node = NormalizedNodes.node(PUBLISHED, "1.50", ORIGIN);
        State config = ColocationConfigReader.next(
                        State.INITIAL, Map.of(ColocationSchemas.KEY, "{\"enable\":true,\"midUnallocatedPercent\":50}"))
                .state();
        NodeUsage usage = new NodeUsage(
                reportedAt,
                true,
                CpuMemory.ofMilliAndBytes(1000, 1L << 30),
                List.of(),
                CpuMemory.ZERO,
                CpuMemory.ZERO,
                CpuMemory.ofMilliAndBytes(2000, 2L << 30),
                CpuMemory.ZERO);
        return new NodeInputs(
                node,
                EffectiveStrategy.of(
                        config.config(), Map.of(), node.getMetadata().getAnnotations()),
                List.of(),
                new NodeReport(null, usage, NOW),
                topology(),
                device(),
                NormalizedNodes.settings("1.50"),
                ThirdPartyShare.NONE,
                new NodeInputs.Before(before, null, CpuMemory.ZERO),
                NOW);
    }

    private static NodeResourceTopology topology() {
        Quantity cpu = new Quantity("16");
        NodeResourceTopology topology = NormalizedNodes.topology();
        Quantity batch = new Quantity("5000");
        topology.setZones(List.of(new Zone(
                "node-0",
                "Node",
                null,
                List.of(
                        new ZoneResource("cpu", cpu, cpu, cpu),
                        new ZoneResource(ResourceNames.BATCH_CPU, batch, batch, batch)))));
        return topology;
    }

    private static Device device() {
        Device device = new Device();
        device.setMetadata(new ObjectMetaBuilder().withName("n").build());
        device.setSpec(new DeviceSpec(
                List.of(card("gpu", Map.of(ResourceNames.GPU_CORE, new Quantity("100"))), card("rdma", Map.of()))));
        return device;
    }

    private static DeviceInfo card(String type, Map<String, Quantity> resources) {
        return new DeviceInfo(type, null, "id", 0, 0, true, resources, null, null, null);
    }
}
