package io.koordbridge.koordlet.undo;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.KnobShape;
import io.koordbridge.koordlet.cgroup.ResctrlFiles;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a strategy wrote outside of control groups is given back like the rest, also by a later process. */
class OtherTreesTest {
    private static final String OWNER = "test";
    private static final Knob<Long> FREE = Knob.of(KnobShape.file(Trees.Kind.SYSCTL, "undo_test_free", Long::valueOf));

    private final ResctrlFiles files = new ResctrlFiles();
    private final List<String> problems = new ArrayList<>();

    @TempDir
    private Path temp;

    private final class Life {
        private final CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files)
                .reach(Trees.below(Path.of("/proc"), Path.of("/sys")));
        private final Undo undo = new Undo(
                tree,
                new TakenFile(temp),
                owner -> !owner.startsWith(Undo.RELEASE),
                (file, before, after, reason, error) -> {},
                problems::add);
        private final CgroupExecutor writer = new CgroupExecutor(tree, undo, new ManualClock(Instant.EPOCH), false);
    }

    private Life killed() {
        files.put("/proc/sys/vm/undo_test_free", "67584");
        files.put("/cg/kubepods/io.max", "8:1 rbps=5 wbps=max riops=max wiops=max\n");
        Life life = new Life();
        life.writer.carryOut(List.of(List.of(
                Intent.of(FREE, "vm", 90_000L, OWNER),
                Intent.directory(ResctrlFiles.GROUP, "BE", true, OWNER),
                Intent.line(ResctrlFiles.SCHEMATA, "BE", "MB:", "MB:0=30;1=30", OWNER),
                Intent.line(ResctrlFiles.SCHEMATA, "", "L3:", "L3:0=f;1=f", OWNER),
                Intent.member(ResctrlFiles.MEMBERS, "BE", 20, OWNER),
                Intent.line(
                        ResctrlFiles.IO_MAX, "kubepods", "8:16 ", "8:16 rbps=9 wbps=max riops=max wiops=max", OWNER))));
        assertThat(life.undo.taken()).hasSize(6);
        life.undo.save();
        return life;
    }

    private String read(String file) throws IOException {
        return files.read(Path.of(file));
    }

    @Test
    void aLaterLifeGivesBackValuesLinesMembersAndGroups() throws IOException {
        killed();
        Life next = new Life();
        assertThat(next.undo.taken()).hasSize(6);

        next.undo.release(next.writer, OWNER::equals);

        assertThat(next.undo.taken()).isEmpty();
        assertThat(read("/proc/sys/vm/undo_test_free")).isEqualTo("67584");
        assertThat(read("/sys/fs/resctrl/schemata").lines().map(String::strip))
                .containsExactlyInAnyOrder("MB:0=100;1=100", "L3:0=7ff;1=7ff");
        assertThat(files.directories(Path.of("/sys/fs/resctrl"))).isEmpty();
        assertThat(read("/cg/kubepods/io.max")).isEqualTo("8:1 rbps=5 wbps=max riops=max wiops=max\n");
        assertThat(problems).isEmpty();
    }

    @Test
    void aThreadGoesBackToTheGroupAbove() throws IOException {
        Life life = killed();
        life.undo.release(life.writer, OWNER::equals);

        assertThat(read("/sys/fs/resctrl/tasks").lines()).containsExactlyInAnyOrder("1", "20", "21");
    }

    @Test
    void aThreadThatEndedIsForgotten() {
        Life life = killed();
        files.put("/sys/fs/resctrl/BE/tasks", "");

        life.undo.forgetGone();

        assertThat(life.undo.taken()).hasSize(5).noneMatch(one -> one.knob().equals("resctrl:tasks"));
    }
}
