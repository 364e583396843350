package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private static final String OWNER = "test";
    private static final Knob<Long> FREE =
            Knob.of(KnobShape.file(Trees.Kind.SYSCTL, "places_test_free", Long::valueOf));
    private static final Knob<Long> SCORE = Knob.of(KnobShape.file(Trees.Kind.PROCESS, "oom_score_adj", Long::valueOf));

    private final ResctrlFiles files = new ResctrlFiles();
    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final List<String> written = new ArrayList<>();
    private final CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files)
            .reach(Trees.below(Path.of("/proc"), Path.of("/sys")));
    private final CgroupExecutor writer = new CgroupExecutor(
            tree,
            (file, before, after, reason, error) -> written.add(file + ": " + before + " -> " + after),
            clock,
            false);

    private Set<Intent.Target> carryOut(Intent... intents) {
        written.clear();
        return writer.carryOut(List.of(List.of(intents)));
    }

    private String read(String file) throws IOException {
        return files.read(Path.of(file));
    }

    @Test
    void valuesOfOtherTreesAreComparedWrittenAndRemembered() {
        files.put("/proc/sys/vm/places_test_free", "67584");
        files.put("/proc/1234/oom_score_adj", "0");
        Intent free = Intent.of(FREE, "vm", 90_000L, OWNER);

        carryOut(free, Intent.of(SCORE, "1234", 500L, OWNER));
        assertThat(written)
                .containsExactly("/proc/sys/vm/places_test_free: 67584 -> 90000", "/proc/1234/oom_score_adj: 0 -> 500");

        files.takeWrites();
        clock.advance(Duration.ofSeconds(61));
        carryOut(free);
        assertThat(files.takeWrites()).isEmpty();
    }

    @Test
    void aLineIsWrittenWithoutTheOthers() throws IOException {
        Intent line = Intent.line(ResctrlFiles.SCHEMATA, "", "L3:", "L3:0=f;1=f", OWNER);
        carryOut(line);

        assertThat(written).containsExactly("/sys/fs/resctrl/schemata/L3:: L3:0=7ff;1=7ff -> L3:0=f;1=f");
        assertThat(read("/sys/fs/resctrl/schemata")).contains("MB:0=100;1=100", "L3:0=f;1=f");

        files.takeWrites();
        carryOut(line.checked(Intent.Check.TEXT));
        assertThat(files.takeWrites()).isEmpty();
    }

    @Test
    void twoLinesOfAFileHaveTheirOwnPlaces() throws IOException {
        files.put("/cg/kubepods/io.max", "");
        carryOut(
                Intent.line(
                        ResctrlFiles.IO_MAX, "kubepods", "8:16 ", "8:16 rbps=9 wbps=max riops=max wiops=max", OWNER),
                Intent.line(ResctrlFiles.IO_MAX, "kubepods", "8:1 ", "8:1 rbps=5 wbps=max riops=max wiops=max", OWNER));

        assertThat(read("/cg/kubepods/io.max").lines()).hasSize(2);
        assertThat(written).hasSize(2).allMatch(one -> one.contains(":  -> 8:1"));
    }

    @Test
    void groupsAreMadeAndRemoved() {
        carryOut(
                Intent.directory(ResctrlFiles.GROUP, "BE", true, OWNER),
                Intent.line(ResctrlFiles.SCHEMATA, "BE", "MB:", "MB:0=30;1=30", OWNER));
        assertThat(files.directories(Path.of("/sys/fs/resctrl"))).containsExactly("BE");
        assertThat(written).hasSize(2).first().isEqualTo("/sys/fs/resctrl/BE: absent -> present");

        carryOut(Intent.directory(ResctrlFiles.GROUP, "BE", false, OWNER));
        assertThat(files.directories(Path.of("/sys/fs/resctrl"))).isEmpty();
    }

    @Test
    void aThreadIsMovedOnce() throws IOException {
        carryOut(
                Intent.directory(ResctrlFiles.GROUP, "BE", true, OWNER),
                Intent.member(ResctrlFiles.MEMBERS, "BE", 20, OWNER));
        assertThat(read("/sys/fs/resctrl/BE/tasks")).isEqualTo("20\n");
        assertThat(read("/sys/fs/resctrl/tasks")).isEqualTo("1\n21\n");

        files.takeWrites();
        carryOut(Intent.member(ResctrlFiles.MEMBERS, "BE", 20, OWNER).checked(Intent.Check.TEXT));
        assertThat(files.takeWrites()).isEmpty();
    }

    @Test
    void aThreadThatEndedIsForgotten() {
        carryOut(
                Intent.directory(ResctrlFiles.GROUP, "BE", true, OWNER),
                Intent.member(ResctrlFiles.MEMBERS, "BE", 20, OWNER),
                Intent.member(ResctrlFiles.MEMBERS, "BE", 21, OWNER));
        files.put("/sys/fs/resctrl/BE/tasks", "21\n");
        tree.forgetMembers();

        assertThat(tree.locate(Path.of("/sys/fs/resctrl/BE/tasks/20"))).isEmpty();
        assertThat(tree.locate(Path.of("/sys/fs/resctrl/BE/tasks/21"))).isPresent();
    }

    @Test
    void whatTheMachineLacksIsLeftOut() {
        CgroupTree bare =
                new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupNames.of(CgroupDriver.CGROUPFS), files);

        assertThat(bare.file(FREE, "vm")).isEmpty();
        assertThat(bare.supports(FREE, "vm")).isFalse();
        assertThat(tree.supports(FREE, "vm")).isFalse();
        assertThat(tree.supports(ResctrlFiles.SCHEMATA, "BE")).isFalse();
        assertThat(carryOut(
                        Intent.of(FREE, "vm", 1L, OWNER),
                        Intent.line(ResctrlFiles.SCHEMATA, "BE", "L3:", "L3:0=f", OWNER),
                        Intent.member(ResctrlFiles.MEMBERS, "BE", 20, OWNER)))
                .isEmpty();
        assertThat(written).isEmpty();
    }

    @Test
    void aWholeFileWithLinesCanBeRead() throws IOException {
        CgroupReader reader = new CgroupReader(tree);

        assertThat(reader.read(ResctrlFiles.SCHEMATA, "").lines()).hasSize(2);
        assertThat(reader.read(ResctrlFiles.MEMBERS, "").lines()).hasSize(3);
    }

    @Test
    void groupsOutsideOfATreeAreRejected() {
        assertThatThrownBy(() -> tree.file(FREE, "../kernel"))
                .hasMessage("group '../kernel': want a path without '..'");
        assertThatThrownBy(() -> tree.file(FREE, "/etc")).isInstanceOf(IllegalArgumentException.class);
    }
}
