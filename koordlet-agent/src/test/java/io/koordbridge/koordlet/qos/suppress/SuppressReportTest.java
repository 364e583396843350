package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Reading;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.testkit.conformance.Json;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SuppressReportTest {
    private static final NodeLoad LOAD = new NodeLoad(4_000, 0, 1.5, List.of(new NodeLoad.Usage(0.5, true)), List.of());

    private static NodeSnapshot snapshot(NodeView view, Optional<NodeLoad> load) {
        return new NodeSnapshot(
                new Tick(1, Instant.EPOCH, Tick.Cause.TIMER),
                view,
                SloInForce.UNKNOWN,
                List.of(),
                new TierReading(
                        "t",
                        Reading.failed(""),
                        Reading.failed(""),
                        Reading.failed(""),
                        Reading.failed(""),
                        Collections.emptySortedMap()),
                load,
                new CgroupPaths(CgroupDriver.CGROUPFS),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);
    }

    private static SuppressMemory deciding(SuppressDecision.Action action) {
        return SuppressMemory.NONE.deciding(
                new SuppressDecision(action, 1_600, "limited"), Steadiness.MEASURED, PressureStep.NONE);
    }

    private static List<OptionalDouble> values(NodeSnapshot snapshot, SuppressMemory memory) {
        return SuppressReport.GAUGES.stream()
                .map(gauge -> gauge.value().of(snapshot, memory))
                .toList();
    }

    @Test
    void metricsShowTheLoadAndTheAllowanceOfTheMethodInUse() {
        NodeSnapshot loaded = snapshot(NodeView.UNKNOWN, Optional.of(LOAD));

        assertThat(values(loaded, deciding(SuppressDecision.Action.LIMIT_BY_QUOTA)))
                .containsExactly(
                        OptionalDouble.of(0),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.of(1),
                        OptionalDouble.of(0.5),
                        OptionalDouble.of(1.6),
                        OptionalDouble.empty());
        assertThat(values(loaded, deciding(SuppressDecision.Action.LIMIT_BY_CPUSET)))
                .endsWith(OptionalDouble.empty(), OptionalDouble.of(1.6));
        assertThat(values(snapshot(NodeView.UNKNOWN, Optional.empty()), SuppressMemory.NONE))
                .containsOnly(OptionalDouble.empty());
    }

    @Test
    void theStateShowsSettingsAndDecision() throws com.fasterxml.jackson.core.JsonProcessingException {
        NodeSloSpec spec = Json.MAPPER.readValue(
                "{\"resourceUsedThresholdWithBE\":{\"enable\":true,\"cpuSuppressThresholdPercent\":65}}",
                NodeSloSpec.class);
        NodeView view = new NodeView(
                Optional.empty(),
                Optional.of(NodeSlo.of(spec, null, problem -> {})),
                Optional.empty(),
                Optional.empty(),
                List.of());

        assertThat(SuppressReport.state(
                        snapshot(view, Optional.empty()),
                        deciding(SuppressDecision.Action.LIMIT_BY_CPUSET),
                        SuppressConfig.Pressure.OFF))
                .containsEntry("enabled", true)
                .containsEntry("thresholdPercent", 65L)
                .containsEntry("reason", "limited")
                .containsEntry("allowanceMilliCpu", 1_600L);
        assertThat(SuppressReport.state(
                        snapshot(NodeView.UNKNOWN, Optional.empty()), SuppressMemory.NONE, SuppressConfig.Pressure.OFF))
                .containsKeys("enabled", "policy", "reason", "allowanceMilliCpu")
                .allSatisfy((name, value) -> assertThat(value).isNull());
    }

    @Test
    void thePressureStepIsShownWhereItIsSwitchedOn() {
        PressureStep taken = new PressureStep(
                Map.of(),
                Optional.of(Instant.EPOCH),
                800,
                Instant.EPOCH,
                Instant.EPOCH,
                PressureStep.SHORTEST_HOLD,
                OptionalDouble.of(42));
        SuppressMemory memory = SuppressMemory.NONE.deciding(SuppressDecision.nothing("x"), Steadiness.MEASURED, taken);
        NodeSnapshot unknown = snapshot(NodeView.UNKNOWN, Optional.empty());

        assertThat(SuppressReport.state(unknown, memory, new SuppressConfig.Pressure(20, 0)))
                .containsEntry(
                        "pressure",
                        Map.of("fromPercent", 20, "percent", 42.0, "takenMilliCpu", 800L, "quietSeconds", 4L));
        assertThat(values(unknown, memory)).contains(OptionalDouble.of(42), OptionalDouble.of(0.8));
    }

    @Test
    void preflightNamesAMachineWithoutProcessors() {
        CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, new FakeCgroupTree());
        SuppressStrategy strategy = new SuppressStrategy(SuppressConfig.DEFAULT, false);

        assertThat(strategy.preflight(new Ground(tree, 4, Path.of("/sys")))).isEmpty();
        assertThat(strategy.preflight(new Ground(tree, 0, Path.of("/sys"))))
                .contains("suppression      none: no processor can be read in /sys");
    }
}
