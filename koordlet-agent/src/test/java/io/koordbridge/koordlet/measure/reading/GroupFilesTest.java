package io.koordbridge.koordlet.measure.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GroupFilesTest {
    private static final String MAX = "/cg/kubepods/pod1/cpu.max";

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files);
    private int reads;
    private final GroupFiles group = new GroupFiles(
            new CgroupReader(tree, file -> {
                reads++;
                return files.read(file);
            }),
            "kubepods/pod1");

    @Test
    void aFileOfTwoKnobsIsReadOnceInATick() throws IOException {
        files.put(MAX, "50000 100000\n");

        assertThat(group.read(Knob.CPU_CFS_QUOTA, 1)).hasValue(50_000L);
        assertThat(group.read(Knob.CPU_CFS_PERIOD, 1)).hasValue(100_000L);
        assertThat(reads).isEqualTo(1);
        files.put(MAX, "max 200000\n");
        assertThat(group.read(Knob.CPU_CFS_PERIOD, 2)).hasValue(200_000L);
        assertThat(group.read(Knob.CPU_CFS_QUOTA, 2)).hasValue(-1L);
        assertThat(reads).isEqualTo(2);
    }

    @Test
    void aTextThatDidNotChangeIsTheSameValue() throws IOException {
        files.put(MAX, "5000000 100000\n");

        Long first = group.read(Knob.CPU_CFS_QUOTA, 1).orElseThrow();

        assertThat(group.read(Knob.CPU_CFS_QUOTA, 2).orElseThrow()).isSameAs(first);
    }

    @Test
    void aGroupThatComesLaterOrEndsIsNoticed() throws IOException {
        assertThatThrownBy(() -> group.read(Knob.CPU_CFS_QUOTA, 1)).isInstanceOf(NoSuchFileException.class);
        assertThat(group.read(Knob.CPU_CFS_BURST, 1)).isEmpty();
        files.put(MAX, "50000 100000\n");
        files.put("/cg/kubepods/cpu.max.burst", "0\n");
        files.put("/cg/kubepods/pod1/cpu.max.burst", "7\n");
        assertThat(group.read(Knob.CPU_CFS_QUOTA, 2)).hasValue(50_000L);
        assertThat(group.read(Knob.CPU_CFS_BURST, 2)).hasValue(7L);

        files.take(MAX);

        assertThatThrownBy(() -> group.read(Knob.CPU_CFS_QUOTA, 3)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aBadContentIsNoValueUntilItIsAGoodOne() throws IOException {
        files.put(MAX, "50000 100000\n");
        assertThat(group.read(Knob.CPU_CFS_QUOTA, 1)).hasValue(50_000L);
        files.put(MAX, "much\n");
        assertThatThrownBy(() -> group.read(Knob.CPU_CFS_QUOTA, 2)).hasMessageContaining("cpu.cfs_quota_us");
        files.put(MAX, "50000 100000\n");

        assertThat(group.read(Knob.CPU_CFS_QUOTA, 3)).hasValue(50_000L);
    }
}
