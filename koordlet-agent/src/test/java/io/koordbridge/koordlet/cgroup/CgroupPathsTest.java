package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.api.slo.HostApplication;
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
}
