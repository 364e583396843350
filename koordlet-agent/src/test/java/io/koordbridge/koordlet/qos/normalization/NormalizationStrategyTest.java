package io.koordbridge.koordlet.qos.normalization;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.enforce.quota.QuotaMove;
import io.koordbridge.koordlet.enforce.quota.QuotaPart;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NormalizationStrategyTest {

    @TempDir
    private Path temp;

    private NormalizationNode node(CgroupVersion version) {
        return NormalizationNode.limited(version, temp);
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aClosedGateLeavesTheTreeAsItWas(CgroupVersion version) {
        NormalizationNode node = node(version);
        node.tick("1.5");
        assertThat(node.quotas()).containsExactly("200000", "133334", "66667");
        assertThat(node.undo.taken()).hasSize(3).allMatch(one -> one.owner().equals("cpu-normalization"));

        node.gate = false;
        node.tick("1.5");

        assertThat(node.files.changed()).isEmpty();
        assertThat(node.undo.taken()).isEmpty();
        node.files.takeWrites();
        node.ticks(20, "1.5");
        assertThat(node.files.takeWrites()).isEmpty();
        assertThat(node.problems).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aRatioThatGoesLeavesTheTreeAsItWas(CgroupVersion version) {
        NormalizationNode node = node(version);
        node.tick("2");
        node.tick("");

        assertThat(node.files.changed()).isEmpty();
        assertThat(node.undo.taken()).isEmpty();
        assertThat(node.files.takeWrites()).hasSize(6);
        node.ticks(20, "");
        assertThat(node.files.takeWrites()).isEmpty();
        assertThat(node.runner.reasons()).containsEntry("cpu-normalization", "no-ratio");
    }

    @Test
    void withoutARatioNothingIsReadOnceAllIsGivenBack() {
        NormalizationNode node = node(CgroupVersion.V2);
        assertThat(node.tick("").readings()).isSameAs(Readings.NONE);
        assertThat(node.tick("2").readings()).isNotSameAs(Readings.NONE);
        assertThat(node.tick("").readings()).isNotSameAs(Readings.NONE);
        node.ticks(10, "");

        assertThat(node.tick("").readings()).isSameAs(Readings.NONE);
        assertThat(node.files.changed()).isEmpty();
    }

    @Test
    void aSteadyRatioWritesNothing() {
        NormalizationNode node = node(CgroupVersion.V2);
        node.tick("2");
        node.files.takeWrites();

        node.tick("2.001");
        node.ticks(20, "2");

        assertThat(node.files.takeWrites()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aLaterLifeGivesBackWhatAKilledOneTook(CgroupVersion version) {
        NormalizationNode killed = node(version);
        killed.tick("2");
        killed.undo.save();

        NormalizationNode later = new NormalizationNode(version, killed.files, temp);
        later.gate = false;
        later.tick("2");

        assertThat(later.files.changed()).isEmpty();
        assertThat(later.undo.taken()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void limitsThatGrewInBetweenAreGivenBack(CgroupVersion version) {
        NormalizationNode node = node(version);
        node.tick("2");
        node.limit = "4";
        node.tick("2");
        assertThat(node.quotas()).containsExactly("250000", "200000", "50000");

        node.gate = false;
        node.ticks(10, "2");

        assertThat(node.quotas()).containsExactly("500000", "400000", "100000");
        assertThat(node.undo.taken()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void theEndOfTheProcessGivesBackTheLimitsOfNow(CgroupVersion version) {
        NormalizationNode node = node(version);
        node.tick("2");
        node.limit = "4";

        node.runner.releaseAll(node.tick("2"));

        assertThat(node.quotas()).containsExactly("500000", "400000", "100000");
        assertThat(node.undo.taken()).isEmpty();
    }

    @Test
    void quotasThatAnotherAgentLeftSmallAreGivenBack() {
        NormalizationNode node = node(CgroupVersion.V1);
        node.put("", "150000");
        node.put("/c1", "100000");
        node.put("/c2", "50000");
        node.tick("2");
        assertThat(node.files.takeWrites()).isEmpty();

        node.gate = false;
        node.tick("2");

        assertThat(node.quotas()).containsExactly("300000", "200000", "100000");
        assertThat(node.undo.taken()).isEmpty();
    }

    @Test
    void aBrokenRatioHoldsTheLastAndIsNamed() {
        NormalizationNode node = node(CgroupVersion.V2);
        node.tick("2");
        node.tick("-1");

        assertThat(node.quotas()).containsExactly("150000", "100000", "50000");
        assertThat(node.problems)
                .containsExactly("Node/n1: invalid node.koordinator.sh/cpu-normalization-ratio: '-1';"
                        + " allowed: a number above 0, up to 1000000; the last good ratio stays");
    }

    /** Gives the pod half as much again. */
    private static final class Bursting implements Strategy<Integer> {
        @Override
        public String name() {
            return "burst";
        }

        @Override
        public Set<Knob<?>> knobs() {
            return Set.of(Knob.CPU_CFS_QUOTA);
        }

        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public Step<Integer> step(NodeSnapshot snapshot, Integer memory) {
            QuotaPart.Stage upToItsCeiling = new QuotaPart.Burst(QuotaMove.UP, 150, OptionalLong.empty());
            QuotaPart part = new QuotaPart(NormalizationNode.POD, 300_000, 1_000_000, upToItsCeiling, name());
            return new Step<>(memory, List.of(), "bursts", List.of(), List.of(), List.of(part));
        }

        @Override
        public Step<Integer> release(NodeSnapshot snapshot, Integer memory) {
            return Step.nothing(memory, "released");
        }
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aBurstIsOnTopAndStaysWhenNormalizationEnds(CgroupVersion version) {
        NormalizationNode node = node(version);
        boolean[] bursts = {true};
        node.runner.add(new Bursting(), snapshot -> bursts[0]);
        node.tick("2");
        assertThat(node.quotas()).containsExactly("225000", "100000", "50000");

        node.gate = false;
        node.ticks(2, "2");
        assertThat(node.quotas()).containsExactly("450000", "200000", "100000");

        bursts[0] = false;
        node.ticks(2, "2");
        assertThat(node.quotas()).containsExactly("300000", "200000", "100000");
        assertThat(node.undo.taken()).isEmpty();
    }

    @Test
    void stateAndMetricHaveTheRatioWhileItHolds() {
        NormalizationNode node = node(CgroupVersion.V2);
        node.tick("1.25");

        assertThat(node.runner.state()).containsEntry("cpuNormalization", Map.of("ratio", 1.25, "groups", 3));
        assertThat(node.runner.gauges())
                .singleElement()
                .satisfies(gauge -> assertThat(gauge.value().get()).hasValue(1.25));
        node.tick("");
        assertThat(node.runner.state()).isEmpty();
    }

    @Test
    void preflightSaysWhetherItWorks() {
        NormalizationNode node = new NormalizationNode(CgroupVersion.V2, new FakeCgroupTree(), temp);
        Ground ground = new Ground(node.tree, 4, Path.of("/sys"));

        assertThat(new NormalizationStrategy(false).preflight(ground))
                .containsExactly("normalization    off: gate CPUNormalization");
        assertThat(node.strategy.preflight(ground))
                .containsExactly("normalization    not supported here: no cpu.cfs_quota_us in kubepods");
        node.files.put("/cg/kubepods/cpu.max", "max 100000");
        assertThat(node.strategy.preflight(ground)).containsExactly("normalization    works");
    }
}
