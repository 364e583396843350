package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnobTest {

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1", "1024, 39", "262143, 9999", "262144, 10000"})
    void sharesInTheirRangeBecomeAWeight(String shares, String weight) {
        assertThat(Knob.CPU_SHARES.toFile(CgroupVersion.V2, shares)).isEqualTo(weight);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "-1", "262145", "max", "", "abc", "1.5"})
    void sharesOutOfTheirRangeAreRejectedInBothVersions(String shares) {
        for (CgroupVersion version : CgroupVersion.values()) {
            assertThatThrownBy(() -> Knob.CPU_SHARES.toFile(version, shares))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aMissingFileIsAskedForAgainWhileThereIsNoDirectoryOfPods(CgroupVersion version) {
        FakeCgroupTree files = new FakeCgroupTree();
        CgroupTree tree = new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files);
        String directory = version == CgroupVersion.V1 ? "/cg/cpu/kubepods/" : "/cg/kubepods/";

        assertThat(tree.supports(Knob.CPU_IDLE, "kubepods/pod1")).isFalse();
        files.put(directory + "cpu.idle", "0");

        assertThat(tree.supports(Knob.CPU_IDLE, "kubepods/pod1")).isTrue();
    }

    @Test
    void aFileThatTheDirectoryOfPodsLacksIsNotAskedForAgain() {
        FakeCgroupTree files = new FakeCgroupTree();
        files.put("/cg/cpu/kubepods/cpu.shares", "2");
        CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V1, CgroupDriver.CGROUPFS, files);

        assertThat(tree.supports(Knob.CPU_IDLE, "kubepods/pod1")).isFalse();
        files.put("/cg/cpu/kubepods/cpu.idle", "0");

        assertThat(tree.supports(Knob.CPU_IDLE, "kubepods/pod1")).isFalse();
    }
}
