package io.koordbridge.koordlet.qos.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TierMemoryStrategyTest {

    private static final long MIB = 1 << 20;
    private static final String TIER = "/cg/kubepods/besteffort/";
    private static final MemoryConfig ON = new MemoryConfig(true, 5, 5, 10);
    private static final String ENABLED =
            "{\"resourceUsedThresholdWithBE\": {\"enable\": true, \"memoryEvictThresholdPercent\": 70}}";

    @TempDir
    private Path temp;

    private MemoryScene<TierMemory> scene;

    @BeforeEach
    void node() {
        scene = new MemoryScene<>(new TierMemoryStrategy(ON), CgroupVersion.V2, temp);
        scene.put(TIER, "memory.high", "max");
        scene.files.mark();
        scene.slo(ENABLED);
    }

    /** The node has 1000 MiB; online work and the tier use these. */
    private void tick(long onlineMiB, long tierAnonMiB, long tierCacheMiB) {
        tier(tierAnonMiB, tierCacheMiB);
        store(Metric.NODE_MEMORY, (double) ((onlineMiB + tierAnonMiB) * MIB));
        scene.tick();
    }

    private void tier(long anonMiB, long cacheMiB) {
        scene.put(
                TIER,
                "memory.current",
                Long.toString((anonMiB + cacheMiB) * MIB),
                "memory.stat",
                "anon %1$d\nfile %2$d\ninactive_anon %1$d\nactive_anon 0\ninactive_file %2$d\nactive_file 0\nunevictable 0"
                        .formatted(anonMiB * MIB, cacheMiB * MIB));
    }

    private void store(Metric metric, double value) {
        scene.store.append(metric, SampleStore.NODE, scene.now().plusSeconds(1), value);
    }

    private long highMiB() throws IOException {
        return Long.parseLong(scene.read(TIER + "memory.high")) / MIB;
    }

    @Test
    void theTierGetsWhatOnlineWorkLeavesBelowEviction() throws IOException {
        tick(200, 100, 100);

        assertThat(highMiB()).as("65 percent of the node less online work").isEqualTo(450);
    }

    @Test
    void itGoesDownInStepsWhileOnlineWorkGrows() throws IOException {
        tick(200, 100, 400);
        assertThat(highMiB()).isEqualTo(450);
        tick(400, 100, 350);
        long first = highMiB();
        tick(400, 100, 300);

        assertThat(first).isEqualTo(400);
        assertThat(highMiB()).isEqualTo(350);
        for (int i = 0; i < 4; i++) {
            tick(400, 100, 100);
        }
        assertThat(highMiB()).isEqualTo(250);
    }

    @Test
    void itRisesAtOnceAndInBoundedSteps() throws IOException {
        for (int i = 0; i < 10; i++) {
            tick(550, 50, 50);
        }
        assertThat(highMiB()).isEqualTo(100);
        tick(100, 50, 50);
        assertThat(highMiB()).isEqualTo(200);
        for (int i = 0; i < 5; i++) {
            tick(100, 50, 50);
        }

        assertThat(highMiB()).isEqualTo(550);
    }

    @Test
    void itDoesNotStallTheTierForWhatCannotBeFreed() throws IOException {
        for (int i = 0; i < 20; i++) {
            tick(500, 300, 0);
        }
        assertThat(highMiB()).isEqualTo(300);
        tick(500, 310, 0);
        assertThat(highMiB()).as("nor does it let the tier grow").isEqualTo(300);
        for (int i = 0; i < 20; i++) {
            tick(500, 180, 0);
        }

        assertThat(highMiB()).isEqualTo(180);
    }

    @Test
    void aSmallPartOfTheNodeIsKeptForTheTier() throws IOException {
        for (int i = 0; i < 20; i++) {
            tick(900, 10, 200);
        }

        assertThat(highMiB()).isEqualTo(50);
    }

    @Test
    void smallDifferencesAreNotWritten() {
        for (int i = 0; i < 100; i++) {
            tick(200 + i % 5, 100, 0);
        }

        assertThat(scene.files.takeWrites()).hasSize(1);
    }

    @Test
    void stallsOfOnlineWorkTakeTheTierFurtherDown() throws IOException {
        String stalled = "some avg10=%s avg60=0.00 avg300=0.00 total=1\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=1";
        scene.put("/cg/kubepods/", "memory.pressure", stalled.formatted("0.00"));
        scene.put("/cg/kubepods/burstable/", "memory.pressure", stalled.formatted("0.00"));
        tick(200, 100, 400);
        scene.put("/cg/kubepods/burstable/", "memory.pressure", stalled.formatted("20.00"));
        for (int i = 0; i < 10; i++) {
            tick(200, 100, 300);
        }
        assertThat(highMiB()).isEqualTo(350);
        assertThat(scene.memory().tightened()).isEqualTo(5);

        scene.put("/cg/kubepods/burstable/", "memory.pressure", stalled.formatted("0.00"));
        for (int i = 0; i < 60; i++) {
            tick(200, 100, 200);
        }
        assertThat(highMiB()).isEqualTo(450);
    }

    @Test
    void withoutUsageTheLastValueStays() throws IOException {
        tick(200, 100, 0);
        for (int i = 0; i < 100; i++) {
            scene.tick();
        }

        assertThat(highMiB()).isEqualTo(450);
        assertThat(scene.tick().reason()).isEqualTo("unknown-usage");
    }

    @Test
    void whatTheSystemReservesIsNotForTheTier() throws IOException {
        store(Metric.SYSTEM_MEMORY, 20 * MIB);
        tick(200, 100, 0);

        assertThat(highMiB())
                .as("100 of 1000 are kept back, of which 20 are used")
                .isEqualTo(370);
    }

    @Test
    void aSwitchThatGoesOffGivesBack() {
        tick(200, 100, 0);
        scene.slo("{\"resourceUsedThresholdWithBE\": {\"enable\": false}}");
        tick(200, 100, 0);

        assertThat(scene.files.changed()).doesNotContainKey(TIER + "memory.high");
        assertThat(scene.undo.taken()).isEmpty();
    }

    @Test
    void theRecordGivesBack() throws IOException {
        tick(200, 100, 0);
        scene.undo.release(scene.writer, TierMemoryStrategy.NAME::equals);

        assertThat(scene.read(TIER + "memory.high")).isEqualTo("max");
    }

    @Test
    void versionOneIsNotSupported() {
        MemoryScene<TierMemory> old = new MemoryScene<>(new TierMemoryStrategy(ON), CgroupVersion.V1, temp);
        old.slo(ENABLED);

        assertThat(old.tick().reason()).isEqualTo("not-supported");
        Ground ground = new Ground(
                new CgroupTree(Path.of("/cg"), CgroupVersion.V1, CgroupDriver.CGROUPFS, new FakeCgroupTree()),
                4,
                Path.of("/sys"));
        assertThat(new TierMemoryStrategy(ON).preflight(ground))
                .containsExactly("tier memory      not supported here: control groups version 1 have no memory.high");
        assertThat(new TierMemoryStrategy(MemoryConfig.DEFAULT).preflight(ground))
                .isEqualTo(List.of("tier memory      off: memory.followOnline"));
    }
}
