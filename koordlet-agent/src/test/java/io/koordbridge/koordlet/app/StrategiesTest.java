package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.strategy.MergeRules;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.testkit.ManualClock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StrategiesTest {

    private final CgroupExecutor writer = new CgroupExecutor(
            new CgroupTree(Path.of("/cg"), CgroupVersion.V1, CgroupDriver.CGROUPFS, new FakeCgroupTree()),
            (file, before, after, reason, error) -> {},
            new ManualClock(java.time.Instant.parse("2026-01-01T00:00:00Z")),
            false);
    private final StrategyRunner runner = new StrategyRunner(
            writer,
            new SlowLane(writer),
            new StrategyRunner.Outlets(owner -> {}, order -> {}),
            new MetricRegistry(),
            problem -> {});

    @Test
    void everyKnobWithTwoOwnersHasARule() {
        Strategies.register(runner, KoordletConfig.DEFAULT);
        Map<Knob<?>, String> owners = new HashMap<>();
        for (Strategy<?> strategy : runner.strategies()) {
            for (Knob<?> knob : strategy.knobs()) {
                String other = owners.put(knob, strategy.name());
                if (other != null) {
                    assertThat(MergeRules.of(knob))
                            .as("%s and %s both write %s", other, strategy.name(), knob)
                            .isPresent();
                }
            }
        }
        assertThat(owners).containsKeys(Knob.CPU_CFS_QUOTA, Knob.CPUSET_CPUS, Knob.MEMORY_LIMIT);
    }
}
