package io.koordbridge.capacity.plan;

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
import io.koordbridge.capacity.cpunormalization.CpuNormalization;
import io.koordbridge.capacity.damping.DampingState;
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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
    @EnumSource(Stage.class)
    void keepsWhatIsPublishedOfTheStageAndNoOtherStageFromItsWork(Stage failing) {
        NodePlan good = plan(NOW, StageRules.CALCULATORS);
        NodePlan plan = plan(NOW, throwing(failing));

        for (StageOutcome outcome : plan.terms().stages()) {
            StageOutcome expected = outcomeOf(good, outcome.stage());
            if (outcome.stage() == failing) {
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
        NodePlan plan = plan(NOW, throwing(Stage.BATCH_RESOURCE));

        assertThat(plan.wanted().allocatable().get(ResourceNames.BATCH_CPU)).isEqualTo(new Quantity("777"));
        assertThat(plan.wanted().origin()).isEqualTo(plan.shown().origin());
        assertThat(plan.writesZones()).isFalse();
        assertThat(plan.wanted().allocatable().get(ResourceNames.MID_CPU)).isNotEqualTo(new Quantity("333"));
    }

    @Test
    void keepsCapacityNoLongerThanTheReportIsGoodFor() {
        NodePlan stale = plan(NOW.minusSeconds(901), throwing(Stage.BATCH_RESOURCE));

        assertThat(stale.wanted().allocatable()).doesNotContainKeys(ResourceNames.BATCH_CPU, ResourceNames.MID_CPU);
        assertThat(stale.terms().allotment().reason()).isEqualTo(BatchAllotment.Reason.NODE_METRIC_STALE);
        assertThat(plan(NOW, throwing(Stage.BATCH_RESOURCE)).askAgainAt())
                .contains(NOW.plusSeconds(900).plusMillis(1));
    }

    @ParameterizedTest
    @EnumSource(names = {"BATCH_RESOURCE", "MID_RESOURCE"})
    void keepsCapacityNoLongerThanTheReportItWasCalculatedFromIsGoodFor(Stage failing) {
        Instant latest = NOW.minusSeconds(900);
        NodePlan good = plan(NOW, CalculatedFrom.at(latest), throwing(failing));
        NodePlan old = plan(NOW, CalculatedFrom.at(latest.minusMillis(1)), throwing(failing));
        boolean ofBatch = failing == Stage.BATCH_RESOURCE;
        List<String> own = ofBatch ? PublishedNode.BATCH : PublishedNode.MID;
        List<String> others = ofBatch ? PublishedNode.MID : PublishedNode.BATCH;

        assertThat(good.wanted().allocatable()).containsKeys(own.toArray(String[]::new));
        assertThat(good.terms().calculatedFrom().batch()).isEqualTo(ofBatch ? latest : NOW);
        assertThat(good.terms().calculatedFrom().mid()).isEqualTo(ofBatch ? NOW : latest);
        assertThat(good.askAgainAt()).contains(NOW.plusMillis(1));
        assertThat(old.wanted().allocatable())
                .doesNotContainKeys(own.toArray(String[]::new))
                .containsKeys(others.toArray(String[]::new));
        assertThat(old.status().writes()).isTrue();
        assertThat(outcomeOf(old, failing).defect()).isNotNull();
    }

    @Test
    void keepsZonesNoLongerThanTheReportTheyWereCalculatedFromIsGoodFor() {
        Instant latest = NOW.minusSeconds(900);
        NodePlan good = plan(NOW, CalculatedFrom.at(latest), throwingZones());
        NodePlan old = plan(NOW, CalculatedFrom.at(latest.minusMillis(1)), throwingZones());

        assertThat(good.writesZones()).isFalse();
        assertThat(good.askAgainAt()).contains(NOW.plusMillis(1));
        assertThat(old.writesZones()).isTrue();
        assertThat(TopologyZones.shownBatch(old.zones().zones()).values()).containsOnly(CpuMemory.ZERO);
        assertThat(old.wanted()).isEqualTo(plan(NOW, StageRules.CALCULATORS).wanted());
    }

    @Test
    void withoutAnyCalculationCapacityAloneGoesWhenItIsTooOld() {
        NodePlan good = plan(NOW, CalculatedFrom.at(NOW.minusSeconds(900)), StageRules.NOTHING);
        NodePlan old = plan(NOW, CalculatedFrom.at(NOW.minusSeconds(901)), StageRules.NOTHING);
        NodePlan stale = plan(NOW.minusSeconds(901), CalculatedFrom.at(NOW), StageRules.NOTHING);

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
        assertThat(old.terms().allotment().reason()).isEqualTo(BatchAllotment.Reason.CALCULATION_STALE);
        assertThat(stale.terms().allotment().reason()).isEqualTo(BatchAllotment.Reason.NODE_METRIC_STALE);
    }

    @Test
    void scalesTheCpuByTheRatioThatTheNodeShowsWhereNormalizationThrows() {
        NodePlan plan = plan(NOW, throwing(Stage.CPU_NORMALIZATION));

        assertThat(plan.terms().normalizationRatio()).isEqualTo(1.5);
        assertThat(plan.wanted().annotations()).containsEntry(Annotations.NODE_CPU_NORMALIZATION_RATIO, "1.50");
    }

    @Test
    void scalesNoCpuWhereNormalizationHasNoConfigurationAndLeavesTheRatioThatTheNodeShows() {
        NodePlan plan = plan(NOW, withoutRatioConfigurations());

        assertThat(plan.terms().normalizationRatio()).isEqualTo(1);
        assertThat(plan.wanted().annotations()).containsEntry(Annotations.NODE_CPU_NORMALIZATION_RATIO, "1.50");
        assertThat(batchMilliCpu(plan(NOW, StageRules.CALCULATORS))).isEqualTo(batchMilliCpu(plan) * 3 / 2);
    }

    private static long batchMilliCpu(NodePlan plan) {
        return Quantities.value(plan.wanted().allocatable(), ResourceNames.BATCH_CPU);
    }

    @Test
    void leavesTheAmplificationOfANodeAloneWhereItHadNoConfigurationSinceTheStart() {
        StageOutcome outcome = outcomeOf(plan(NOW, StageRules.CALCULATORS), Stage.RESOURCE_AMPLIFICATION);

        assertThat(outcome.problem()).contains("CONFIG_UNAVAILABLE");
        assertThat(outcome.preparation()).isEqualTo(NodePreparation.NOTHING);
    }

    private static StageRules withoutRatioConfigurations() {
        StageRules good = StageRules.CALCULATORS;
        return new StageRules(
                inputs -> CpuNormalization.calculate(
                        KeyState.initial(NodeRatioSchemas.NORMALIZATION), Map.of(), Map.of()),
                good.amplification(),
                good.mid(),
                good.batch(),
                good.zones(),
                good.gpus(),
                good.rdma());
    }

    @Test
    void leavesZonesAloneWhereTheirCalculationThrows() {
        NodePlan plan = plan(NOW, throwingZones());

        assertThat(plan.writesZones()).isFalse();
        assertThat(plan.zonesDefect()).isNotNull();
        assertThat(plan.wanted()).isEqualTo(plan(NOW, StageRules.CALCULATORS).wanted());
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

    private static StageOutcome outcomeOf(NodePlan plan, Stage stage) {
        return plan.terms().stages().stream()
                .filter(one -> one.stage() == stage)
                .findFirst()
                .orElseThrow();
    }

    private static IllegalStateException broken() {
        return new IllegalStateException("broken");
    }

    private static StageRules throwing(Stage failing) {
        StageRules good = StageRules.CALCULATORS;
        return new StageRules(
                failing == Stage.CPU_NORMALIZATION
                        ? inputs -> {
                            throw broken();
                        }
                        : good.normalization(),
                failing == Stage.RESOURCE_AMPLIFICATION
                        ? inputs -> {
                            throw broken();
                        }
                        : good.amplification(),
                failing == Stage.MID_RESOURCE
                        ? (inputs, node) -> {
                            throw broken();
                        }
                        : good.mid(),
                failing == Stage.BATCH_RESOURCE
                        ? (inputs, node) -> {
                            throw broken();
                        }
                        : good.batch(),
                good.zones(),
                failing == Stage.GPU_DEVICE_RESOURCE
                        ? inputs -> {
                            throw broken();
                        }
                        : good.gpus(),
                failing == Stage.RDMA_DEVICE_RESOURCE
                        ? inputs -> {
                            throw broken();
                        }
                        : good.rdma());
    }

    private static StageRules throwingZones() {
        StageRules good = StageRules.CALCULATORS;
        return new StageRules(
                good.normalization(),
                good.amplification(),
                good.mid(),
                good.batch(),
                (inputs, basis, batch) -> {
                    throw broken();
                },
                good.gpus(),
                good.rdma());
    }

    private static NodePlan plan(Instant reportedAt, StageRules rules) {
        return plan(reportedAt, CalculatedFrom.at(NOW), rules);
    }

    private static NodePlan plan(Instant reportedAt, CalculatedFrom calculatedFrom, StageRules rules) {
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
        NodeInputs inputs = new NodeInputs(
                node,
                EffectiveStrategy.of(
                        config.config(), Map.of(), node.getMetadata().getAnnotations()),
                List.of(),
                new NodeReport(null, usage, NOW),
                topology(),
                device(),
                NormalizedNodes.settings("1.50"),
                ThirdPartyShare.NONE,
                DampingState.NONE,
                calculatedFrom,
                null,
                NOW);
        return NodeResourcePass.plan(inputs, rules);
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
