package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cluster.override.Overrides;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PlainTraits;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Starts, surges and their end on a node of eight CPUs, of which 5.2 are for all work together. */
class CollectLoopTest {

    private static final String TIER = "kubepods/besteffort";
    private static final long UNLIMITED = -1;
    private static final long FLOOR = 2_000;

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private double ticks;
    private double ownTicks;

    private final LoopFixture node = new LoopFixture(
            new CgroupTree(Path.of("/cg"), CgroupVersion.V1, CgroupDriver.CGROUPFS, files),
            new LoopFixture.Roots(Path.of("/proc"), Path.of("/sys")),
            clock,
            CollectLoopTest::view,
            (file, before, after, reason, error) -> {},
            new MetricRegistry());

    CollectLoopTest() {
        group(TIER);
        group(TIER + "/podu1");
        files.put("/proc/meminfo", "MemTotal: 1000 kB\nMemFree: 500 kB\nMemAvailable: 500 kB\n");
    }

    @AfterEach
    void close() {
        node.close();
    }

    private void group(String dir) {
        files.put("/cg/cpu/" + dir + "/cpu.cfs_quota_us", "-1");
        files.put("/cg/cpu/" + dir + "/cpu.cfs_period_us", "100000");
        files.put("/cg/cpu/" + dir + "/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n");
        files.put("/cg/cpuacct/" + dir + "/cpuacct.usage", "0");
        files.put("/cg/cpuset/" + dir + "/cpuset.cpus", "0-7");
    }

    private static NodeView view() {
        NodeSloSpec slo = Serialization.unmarshal(
                "resourceUsedThresholdWithBE: {enable: true, cpuSuppressThresholdPercent: 65, cpuSuppressPolicy: cfsQuota}",
                NodeSloSpec.class);
        PodInfo pod = new PodInfo(
                new PodInfo.Identity("shop", "p", "u1"),
                PodInfo.LifeCycle.RUNNING,
                new PodInfo.Classes(QosClass.BE, QosClass.BE, KubeQos.BEST_EFFORT, PriorityClass.BATCH),
                Amounts.NONE,
                List.of(),
                PodInfo.Batch.NONE,
                PodInfo.Placement.NONE,
                PlainTraits.RUNNING,
                Overrides.NONE);
        return new NodeView(
                Optional.of(new NodeFacts(
                        "node-a",
                        null,
                        new Amounts(8_000, 1L << 34),
                        0,
                        Amounts.NONE,
                        NodeFacts.Layout.NONE,
                        Optional.empty(),
                        null,
                        null,
                        Map.of())),
                Optional.of(NodeSlo.of(slo, null, problem -> {
                    throw new IllegalArgumentException(problem);
                })),
                Optional.empty(),
                Optional.empty(),
                List.of(pod));
    }

    /** One look after a time in which the node used so much, and this process so much of it. */
    private void look(long millis, double cores, double own) {
        ticks += cores * millis / 10;
        ownTicks += own * millis / 10;
        files.put("/proc/stat", "cpu  " + Math.round(ticks) + " 0 0 0 0 0 0 0 0 0\n");
        files.put("/proc/self/stat", "7 (java (x) y) S 1 7 7 0 -1 0 0 0 0 0 " + Math.round(ownTicks) + " 0 0 0 20 0\n");
        clock.advance(Duration.ofMillis(millis));
        node.loop.look();
    }

    private void seconds(int count, double cores) {
        for (int second = 0; second < count; second++) {
            look(1_000, cores, 0);
        }
    }

    private long quota() throws java.io.IOException {
        return Long.parseLong(files.read(Path.of("/cg/cpu/" + TIER + "/cpu.cfs_quota_us")));
    }

    @Test
    void aStartChangesNoLimitForFiveSeconds() throws Exception {
        seconds(6, 2);
        assertThat(quota()).isEqualTo(UNLIMITED);

        seconds(1, 2);
        assertThat(quota()).isEqualTo(320_000);
    }

    @Test
    void aStartOnANodeAboveItsThresholdLimitsAtOnce() throws Exception {
        seconds(2, 6);

        assertThat(quota()).isEqualTo(FLOOR);
    }

    @Test
    void aStartThatUsesTheNodeItselfLimitsNothing() throws Exception {
        for (int second = 0; second < 5; second++) {
            look(1_000, 6, 2);
        }
        assertThat(quota()).isEqualTo(UNLIMITED);
    }

    @Test
    void aSurgeBetweenTwoRoundsTightensAtOnce() throws Exception {
        seconds(10, 2);
        look(250, 4.4, 0);

        assertThat(quota()).isBetween(79_000L, 81_000L);
        look(250, 4.4, 0);
        look(500, 4.4, 0);
        look(1_000, 4.4, 0);
        assertThat(quota()).isBetween(79_000L, 81_000L);
    }

    @Test
    void aShortBurstEndsWithTheNextLook() throws Exception {
        seconds(10, 2);
        look(250, 4.4, 0);
        look(250, 2, 0);

        assertThat(quota()).isBetween(159_000L, 161_000L);
        assertThat(node.counted("koord_koordlet_rounds_total", "why", "calm")).isEqualTo(1);
    }
}
