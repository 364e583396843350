package io.koordbridge.koordlet.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StrategyListTest {

    private final CgroupTree tree =
            new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, new FakeCgroupTree());
    private final StrategyList list = new StrategyList()
            .add(new Named("one"), snapshot -> true)
            .add(new Named("two"), snapshot -> snapshot.processors().size() > 1);

    private record Named(String name) implements Strategy<Integer> {
        @Override
        public Set<Knob<?>> knobs() {
            return Set.of();
        }

        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public Step<Integer> step(NodeSnapshot snapshot, Integer memory) {
            return Step.nothing(memory, "waits");
        }

        @Override
        public List<String> preflight(Ground ground) {
            return List.of(name + "  " + ground.processors());
        }

        @Override
        public Step<Integer> release(NodeSnapshot snapshot, Integer memory) {
            return Step.nothing(0, "released");
        }
    }

    @Test
    void namesThoseThatAreAskedAtAMoment() {
        NodeSnapshot nothing = new NodeSnapshot(
                new Tick(1, Instant.EPOCH, Tick.Cause.TIMER),
                NodeView.UNKNOWN,
                SloInForce.UNKNOWN,
                List.of(),
                TierReading.of(new CgroupReader(tree)),
                Optional.empty(),
                tree.paths(),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);

        assertThat(list.open(nothing)).containsExactly("one");
    }

    @Test
    void whatTheySayOfAMachineIsInTheirOrder() {
        assertThat(list.preflightByName(new Ground(tree, 4, Path.of("/sys"))))
                .containsOnlyKeys("one", "two")
                .containsEntry("two", List.of("two  4"))
                .extracting(said -> said.keySet().iterator().next())
                .isEqualTo("one");
    }
}
