package io.koordbridge.koordlet.qos.burst;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.CpuBurstStrategy;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BurstRoundTest {

    @TempDir
    private Path temp;

    private BurstingNode node = new BurstingNode(CgroupVersion.V2, Path.of("."));

    private BurstingNode.Life life(CgroupVersion version) {
        node = new BurstingNode(version, temp);
        return node.new Life();
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void raisesLowersAndSavesUpWithoutARefusedWrite(CgroupVersion version) {
        BurstingNode.Life life = life(version);

        life.tick(0.5);
        assertThat(node.quota(BurstingNode.WEB)).isEqualTo("480000");
        assertThat(node.quota(BurstingNode.POD)).isEqualTo("480000");
        assertThat(node.burst(BurstingNode.WEB)).isEqualTo("480000");
        life.tick(0.5);
        assertThat(node.burst(BurstingNode.POD)).isEqualTo("576000");
        node.nodeCores = 40;
        life.tick(0.5);
        assertThat(node.quota(BurstingNode.WEB)).isEqualTo("460800");
        assertThat(node.quota(BurstingNode.POD)).isEqualTo("460800");
        assertThat(node.burst(BurstingNode.WEB)).isEqualTo("460800");
        assertThat(node.problems).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void theKubeletsWriteOfALowerLimitIsTaken(CgroupVersion version) throws IOException {
        BurstingNode.Life life = life(version);
        life.tick(0.5);
        node.wanted = "1";
        life.tick(0.5);

        assertThat(node.burst(BurstingNode.WEB)).isEqualTo("0");
        assertThat(node.burst(BurstingNode.POD)).isEqualTo("0");
        assertThat(node.quota(BurstingNode.WEB)).isEqualTo("480000");
        node.kubelet(BurstingNode.WEB, "100000");
        node.kubelet(BurstingNode.POD, "100000");
        node.actual = "1";
        life.tick(0);
        assertThat(node.quota(BurstingNode.WEB)).isEqualTo("100000");
        assertThat(node.burst(BurstingNode.WEB)).isEqualTo("100000");
        assertThat(node.problems).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LSR", "LSE", "BE"})
    void podsOfOtherClassesAreLeft(String qos) {
        BurstingNode.Life life = life(CgroupVersion.V2);
        node.qos = qos;

        life.tick(0.5);

        assertThat(node.files.takeWrites()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void withoutAQuotaOfTheKubeletNothingIsLimited(CgroupVersion version) throws IOException {
        BurstingNode.Life life = life(version);
        node.kubelet(BurstingNode.WEB, version == CgroupVersion.V1 ? "-1" : "max");
        node.files.takeWrites();

        life.tick(0.5);

        assertThat(node.files.takeWrites()).isEmpty();
    }

    private static boolean isRead(NodeSnapshot snapshot) {
        var web = snapshot.cluster().pods().get(0).containers().get(0);
        return snapshot.readings().of(BurstNeeds.QUOTA, web).isPresent();
    }

    @Test
    void withoutAWishAPodIsReadOnceThenWhenItChangesAndNowAndThen() throws IOException {
        BurstingNode.Life life = life(CgroupVersion.V2);
        node.section = new CpuBurstStrategy(null, null, null, null, null);
        assertThat(isRead(life.tick(0.5))).isTrue();
        assertThat(isRead(life.tick(0.5))).isFalse();
        node.wanted = "3";
        assertThat(isRead(life.tick(0.5))).isTrue();
        assertThat(isRead(life.tick(0.5))).isFalse();
        node.actual = "3";
        assertThat(isRead(life.tick(0.5))).isTrue();
        assertThat(isRead(life.tick(0.5))).isTrue();

        node.kubelet(BurstingNode.WEB, "350000");
        assertThat(isRead(life.tick(0.5))).isFalse();
        node.clock.advance(Duration.ofMinutes(2));
        life.tick(0.5);

        assertThat(node.quota(BurstingNode.WEB)).isEqualTo("300000");
        assertThat(node.problems).isEmpty();
    }

    @Test
    void aPodWithAWishIsReadAtEachTick() {
        BurstingNode.Life life = life(CgroupVersion.V2);
        node.section = new CpuBurstStrategy(null, null, null, null, null);
        life.tick(0.5);
        node.annotation = "{\"policy\":\"cfsQuotaBurstOnly\"}";

        assertThat(isRead(life.tick(0.5))).isTrue();
        assertThat(isRead(life.tick(0.5))).isTrue();
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aLaterLifeLowersWhatAKilledOneRaised(CgroupVersion version) {
        BurstingNode.Life killed = life(version);
        killed.tick(0.5);
        killed.tick(0.5);
        killed.undo.save();
        node.section = new CpuBurstStrategy("none", null, null, null, null);
        BurstingNode.Life life = node.new Life();

        assertThat(isRead(life.tick(0.5))).isTrue();

        assertThat(node.files.changed()).isEmpty();
        assertThat(life.undo.taken()).isEmpty();
        life.tick(0.5);
        assertThat(isRead(life.tick(0.5))).isFalse();
        assertThat(node.problems).isEmpty();
    }

    @Test
    void aContainerWithoutFilesIsLookedForAtEachTick() throws IOException {
        BurstingNode.Life life = life(CgroupVersion.V2);
        node.section = new CpuBurstStrategy(null, null, null, null, null);
        node.files.take("/cg/" + BurstingNode.WEB + "/cpu.max");
        life.tick(0.5);
        node.files.put("/cg/" + BurstingNode.WEB + "/cpu.max", "480000 100000");

        life.tick(0.5);

        assertThat(node.quota(BurstingNode.WEB)).isEqualTo("400000");
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void policyNoneTouchesOnlyWhatWasRaised(CgroupVersion version) {
        BurstingNode.Life life = life(version);
        node.section = new CpuBurstStrategy(null, null, null, null, null);
        life.tick(0.5);
        assertThat(node.files.takeWrites()).isEmpty();

        node.annotation = "{\"policy\":\"auto\",\"cfsQuotaBurstPercent\":150}";
        life.tick(0.5);
        life.tick(0.5);
        life.tick(0.5);
        assertThat(node.quota(BurstingNode.WEB)).isEqualTo("600000");
        node.annotation = "";
        life.tick(0.5);
        assertThat(node.files.changed()).isEmpty();
        assertThat(life.undo.taken()).isEmpty();
    }
}
