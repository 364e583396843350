package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.protocol.KubeQos;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupPathsTest {

    private static final CgroupPaths CGROUPFS = new CgroupPaths(CgroupDriver.CGROUPFS);
    private static final CgroupPaths SYSTEMD = new CgroupPaths(CgroupDriver.SYSTEMD);

    @ParameterizedTest
    @ValueSource(
            strings = {"containerd://../../../../memory/system.slice", "containerd://..", "docker://a/b", "cri-o://a\n"
            })
    void rejectsAContainerIdThatLeavesThePod(String id) {
        assertThatThrownBy(() -> CGROUPFS.containerDir("kubepods/pod1", id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("container id '" + id + "': want containerd, docker, cri-o or pouch");
        assertThatThrownBy(() -> SYSTEMD.containerDir("kubepods.slice/kubepods-pod1.slice", id))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"crio-77.scope, 77", "crio-77, 77", "cri-containerd-ab.scope, ab", "docker-x.scope, x"})
    void readsTheIdOfASystemdDirectory(String directory, String id) {
        assertThat(SYSTEMD.containerIdOf(directory)).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../system.slice", "a/../../b"})
    void rejectsAHostApplicationThatLeavesItsDirectory(String name) {
        HostApplication application = new HostApplication(name, null, "BE", null, null);

        assertThatThrownBy(() -> CGROUPFS.hostApplicationDir(application))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name '" + name + "'");
    }

    @Test
    void opensNothingOutsideOfItsHierarchy() {
        CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V1, CgroupDriver.CGROUPFS, new FakeCgroupTree());

        assertThatThrownBy(() -> tree.file(Knob.MEMORY_LIMIT, "kubepods/../system.slice"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("control group 'kubepods/../system.slice': want a path without '..'");
    }

    private static final CgroupPaths KIND = new CgroupPaths(new CgroupNames(CgroupDriver.SYSTEMD, "/kubelet"));
    private static final CgroupPaths NESTED = new CgroupPaths(new CgroupNames(CgroupDriver.SYSTEMD, "/a-b/c/"));
    private static final CgroupPaths PLAIN = new CgroupPaths(new CgroupNames(CgroupDriver.CGROUPFS, "/kubelet"));

    /** As ExpandSlice of the kubelet, which writes a dash of a name as an underscore first. */
    @Test
    void aRootOfTheKubeletIsPartOfEachName() {
        assertThat(KIND.bestEffortDir())
                .isEqualTo("kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-besteffort.slice");
        assertThat(KIND.podDir(KubeQos.BEST_EFFORT, "u-1"))
                .isEqualTo(KIND.bestEffortDir() + "/kubelet-kubepods-besteffort-podu_1.slice");
        assertThat(KIND.podDir(KubeQos.GUARANTEED, "u-1"))
                .isEqualTo("kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-podu_1.slice");
        assertThat(KIND.yarnDir()).isEqualTo(KIND.bestEffortDir() + "/hadoop-yarn");
        assertThat(NESTED.qosDir(KubeQos.BURSTABLE))
                .isEqualTo("a_b.slice/a_b-c.slice/a_b-c-kubepods.slice/a_b-c-kubepods-burstable.slice");
        assertThat(NESTED.around()).containsExactly("a_b.slice", "a_b.slice/a_b-c.slice");
        assertThat(PLAIN.podDir(KubeQos.BEST_EFFORT, "u-1")).isEqualTo("kubelet/kubepods/besteffort/podu-1");
        assertThat(PLAIN.around()).containsExactly("kubelet");
        assertThat(SYSTEMD.around()).isEmpty();
    }

    @Test
    void readsUidsBelowARootOfTheKubelet() {
        assertThat(KIND.podUidOf("kubelet-kubepods-besteffort-podu_1.slice")).isEqualTo("u_1");
        assertThat(KIND.isPod("kubepods-besteffort-podu_1.slice")).isFalse();
        assertThat(CgroupPaths.kubeQosOf(KIND.bestEffortDir())).isEqualTo(KubeQos.BEST_EFFORT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../x", "/a/./b", "/a b", "/a\\b"})
    void rejectsARootThatIsNoPathOfNames(String root) {
        assertThatThrownBy(() -> new CgroupNames(CgroupDriver.CGROUPFS, root))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("invalid cgroup root '" + root + "'");
    }

    @Test
    void crioMayHaveItsPrefixUnderCgroupfsAsWell() {
        CgroupNames names = CgroupNames.of(CgroupDriver.CGROUPFS).withCrioPrefix(true);

        assertThat(new CgroupPaths(names).containerDir("kubepods/pod1", "cri-o://a"))
                .isEqualTo("kubepods/pod1/crio-a");
        assertThat(new CgroupPaths(names).containerDir("kubepods/pod1", "containerd://a"))
                .isEqualTo("kubepods/pod1/a");
        assertThat(CGROUPFS.containerDir("kubepods/pod1", "cri-o://a")).isEqualTo("kubepods/pod1/a");
    }
}
