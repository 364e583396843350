package io.koordbridge.koordlet.qos.burst;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.report.shown.Ground;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BurstStrategyTest {

    @TempDir
    private Path temp;

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aClosedGateGivesEverythingBack(CgroupVersion version) {
        BurstingNode node = new BurstingNode(version, temp);
        BurstingNode.Life life = node.new Life();
        life.tick(0.5);
        life.tick(0.5);
        assertThat(node.files.changed()).hasSize(4);

        node.gate = false;
        life.tick(0.5);

        assertThat(node.files.changed()).isEmpty();
        assertThat(life.undo.taken()).isEmpty();
        assertThat(node.problems).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aLaterLifeGivesBackWhatAKilledOneTook(CgroupVersion version) {
        BurstingNode node = new BurstingNode(version, temp);
        BurstingNode.Life killed = node.new Life();
        killed.tick(0.5);
        killed.undo.save();
        node.gate = false;

        node.new Life().tick(0.5);

        assertThat(node.files.changed()).isEmpty();
        assertThat(node.problems).isEmpty();
    }

    @Test
    void aMissingNodeSloHoldsAndOneThatIsGoneEndsBursts() {
        BurstingNode node = new BurstingNode(CgroupVersion.V2, temp);
        BurstingNode.Life life = node.new Life();
        life.tick(0.5);
        node.section = null;
        life.tick(0.5);
        assertThat(life.runner.reasons()).containsEntry(BurstStrategy.NAME, "no-node-slo");
        assertThat(node.quota(BurstingNode.WEB)).isEqualTo("480000");

        node.clock.advance(Duration.ofMinutes(5));
        life.tick(0.5);

        assertThat(node.files.changed()).isEmpty();
    }

    @Test
    void aBadAnnotationIsNamedAndTheNodeHolds() {
        BurstingNode node = new BurstingNode(CgroupVersion.V2, temp);
        node.annotation = "{\"cpuBurstPercent\":-5}";

        node.new Life().tick(0.5);

        assertThat(node.quota(BurstingNode.WEB)).isEqualTo("480000");
        assertThat(node.problems)
                .singleElement()
                .asString()
                .contains("Pod/shop/web", "koordinator.sh/cpuBurst", "-5", "0 to 1000000");
    }

    @Test
    void theStateShowsWhatContainersHave() {
        BurstingNode node = new BurstingNode(CgroupVersion.V2, temp);
        BurstingNode.Life life = node.new Life();
        life.tick(0.5);

        assertThat(life.runner.state())
                .containsEntry(
                        "cpuBurst",
                        Map.of(
                                "nodeState",
                                "idle",
                                "pods",
                                1,
                                "raisedContainers",
                                1,
                                "containers",
                                Map.of("containerd://c1", new BurstMemory.Given(480_000, 480_000))));
    }

    @Test
    void preflightNamesTheFileThatIsMissing() {
        BurstingNode node = new BurstingNode(CgroupVersion.V2, temp);
        BurstStrategy strategy = new BurstStrategy();
        assertThat(strategy.preflight(new Ground(node.new Life().tree, 4, Path.of("/sys"))))
                .containsExactly("cpu burst        works");
        node.files.take("/cg/kubepods/cpu.max.burst");
        assertThat(strategy.preflight(new Ground(node.new Life().tree, 4, Path.of("/sys"))))
                .containsExactly("cpu burst        not supported here: no cpu.max.burst");
    }
}
