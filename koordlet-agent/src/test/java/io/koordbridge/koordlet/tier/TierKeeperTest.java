package io.koordbridge.koordlet.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupNames;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TierKeeperTest {

    private final FakeCgroupTree files = new FakeCgroupTree();

    private TierKeeper keeper(CgroupVersion version, CgroupDriver driver) {
        CgroupTree tree = new CgroupTree(Path.of("/cg"), version, driver, files);
        CgroupExecutor writer = new CgroupExecutor(
                tree,
                (file, before, after, reason, error) -> {},
                new ManualClock(java.time.Instant.parse("2026-01-01T00:00:00Z")),
                false);
        return new TierKeeper(writer, List.of("cpu", "memory"));
    }

    @Test
    void makesTierAndYarnInEveryHierarchy() throws IOException {
        files.put("/cg/cpu/cgroup.procs", "");
        files.put("/cg/memory/cgroup.procs", "");
        TierKeeper keeper = keeper(CgroupVersion.V1, CgroupDriver.CGROUPFS);

        keeper.ensure();

        assertThat(keeper.made())
                .extracting(Path::toString)
                .containsExactly(
                        "/cg/cpu/kubepods",
                        "/cg/cpu/kubepods/besteffort",
                        "/cg/cpu/kubepods/besteffort/hadoop-yarn",
                        "/cg/memory/kubepods",
                        "/cg/memory/kubepods/besteffort",
                        "/cg/memory/kubepods/besteffort/hadoop-yarn");
    }

    @Test
    void leavesWhatTheKubeletMade() throws IOException {
        files.put("/cg/cpu/kubepods.slice/kubepods-besteffort.slice/cpu.shares", "2");
        files.put("/cg/memory/kubepods.slice/kubepods-besteffort.slice/memory.stat", "");
        TierKeeper keeper = keeper(CgroupVersion.V1, CgroupDriver.SYSTEMD);

        keeper.ensure();
        List<Path> left = keeper.removeMade();

        assertThat(left).isEmpty();
        assertThat(files.takeWrites()).isEmpty();
        assertThat(files.exists(Path.of("/cg/cpu/kubepods.slice/kubepods-besteffort.slice")))
                .isTrue();
        assertThat(files.exists(Path.of("/cg/cpu/kubepods.slice/kubepods-besteffort.slice/hadoop-yarn")))
                .isFalse();
    }

    @Test
    void followsTheKubeletToAnotherTree() throws IOException {
        files.put("/cg/cpu/cgroup.procs", "");
        files.put("/cg/memory/cgroup.procs", "");
        files.put("/cg/cpu/kubepods.slice/kubepods-besteffort.slice/cpu.shares", "2");
        files.put("/cg/memory/kubepods.slice/kubepods-besteffort.slice/memory.stat", "");
        TierKeeper keeper = keeper(CgroupVersion.V1, CgroupDriver.CGROUPFS);
        keeper.ensure();

        keeper.follow(CgroupNames.of(CgroupDriver.SYSTEMD));
        keeper.ensure();

        assertThat(files.exists(Path.of("/cg/cpu/kubepods"))).isFalse();
        assertThat(files.exists(Path.of("/cg/memory/kubepods"))).isFalse();
        assertThat(keeper.made())
                .extracting(Path::toString)
                .containsExactly(
                        "/cg/cpu/kubepods.slice/kubepods-besteffort.slice/hadoop-yarn",
                        "/cg/memory/kubepods.slice/kubepods-besteffort.slice/hadoop-yarn");
    }

    @Test
    void aSecondTimeMakesNothing() throws IOException {
        files.put("/cg/cpu/cgroup.procs", "");
        files.put("/cg/memory/cgroup.procs", "");
        TierKeeper keeper = keeper(CgroupVersion.V1, CgroupDriver.CGROUPFS);
        keeper.ensure();
        int made = keeper.made().size();

        keeper.ensure();

        assertThat(keeper.made()).hasSize(made);
    }

    private static final String KIND = "/cg/kubelet.slice/kubelet-kubepods.slice";

    private TierKeeper ofKind() {
        TierKeeper keeper = keeper(CgroupVersion.V2, CgroupDriver.SYSTEMD);
        keeper.follow(new CgroupNames(CgroupDriver.SYSTEMD, "/kubelet"));
        return keeper;
    }

    private void unified(String dir) {
        files.put(dir + "/cgroup.controllers", "cpuset cpu memory");
        files.put(dir + "/cgroup.subtree_control", "cpuset cpu memory");
    }

    @Test
    void makesItsGroupInTheRootOfTheKubelet() throws IOException {
        for (String dir : List.of(
                "/cg",
                "/cg/kubelet.slice",
                KIND,
                KIND + "/kubelet-kubepods-besteffort.slice",
                KIND + "/kubelet-kubepods-besteffort.slice/hadoop-yarn")) {
            unified(dir);
        }
        files.take(KIND + "/kubelet-kubepods-besteffort.slice/hadoop-yarn/cgroup.controllers");
        files.take(KIND + "/kubelet-kubepods-besteffort.slice/hadoop-yarn/cgroup.subtree_control");
        files.put("/cg/kubelet.slice/cgroup.subtree_control", "cpuset memory");
        TierKeeper keeper = ofKind();

        keeper.ensure();

        assertThat(keeper.made()).containsExactly(Path.of(KIND + "/kubelet-kubepods-besteffort.slice/hadoop-yarn"));
        assertThat(files.takeWrites()).startsWith(List.of("/cg/kubelet.slice/cgroup.subtree_control", "+cpu"));
    }

    @Test
    void neverMakesTheRootOfTheKubelet() {
        unified("/cg");
        TierKeeper keeper = ofKind();

        assertThatThrownBy(keeper::ensure)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/cg/kubelet.slice: cgroupRoot of the kubelet does not exist");
        assertThat(keeper.made()).isEmpty();
    }
}
