package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.undo.Taken;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedFilesTest {

    private static final String POD = "kubepods/burstable/pod1";
    private static final Path MIN = Path.of("/cg/" + POD + "/memory.min");

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final FakeCgroupTree files = new FakeCgroupTree();
    private final List<String> problems = new ArrayList<>();
    private final CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files);

    @TempDir
    private Path temp;

    private Undo undo() {
        return new Undo(
                tree,
                new TakenFile(temp),
                owner -> !owner.startsWith(Undo.RELEASE),
                (file, before, after, reason, error) -> {},
                problems::add);
    }

    private void tick(CgroupExecutor writer, long bytes, Intent.Check check) {
        clock.advance(Duration.ofSeconds(1));
        writer.carryOut(List.of(
                List.of(Intent.of(Knob.MEMORY_MIN, POD, bytes, "memory-qos").checked(check))));
    }

    private void ticks(CgroupExecutor writer, int count) {
        for (int i = 0; i < count; i++) {
            tick(writer, 8192, Intent.Check.YIELDING);
        }
    }

    @Test
    void aFileThatAnotherProgramChangesIsLeftToIt() throws IOException {
        files.put(MIN.toString(), "0");
        Undo undo = undo();
        CgroupExecutor writer = new CgroupExecutor(tree, undo, clock, false);
        ticks(writer, 3);
        assertThat(files.read(MIN)).isEqualTo("8192");

        files.put(MIN.toString(), "4096");
        ticks(writer, 200);

        assertThat(files.read(MIN)).isEqualTo("4096");
        assertThat(undo.taken()).isEmpty();
        assertThat(problems).singleElement().asString().contains("memory.min of " + POD, "4096", "8192");
        undo.release(writer, owner -> true);
        assertThat(files.read(MIN)).isEqualTo("4096");
    }

    @Test
    void aFileThatKeepsItsValueIsWrittenOnce() {
        files.put(MIN.toString(), "0");
        CgroupExecutor writer = new CgroupExecutor(tree, undo(), clock, false);
        ticks(writer, 200);

        assertThat(files.takeWrites()).hasSize(1);
        assertThat(problems).isEmpty();
    }

    @Test
    void aValueThatIsNoLongerWantedGoesBackToTheOneBefore() throws IOException {
        files.put(MIN.toString(), "4096");
        Undo undo = undo();
        CgroupExecutor writer = new CgroupExecutor(tree, undo, clock, false);
        ticks(writer, 1);
        assertThat(undo.taken()).containsExactly(new Taken("memory.min", POD, "memory-qos", "4096"));

        tick(writer, 0, Intent.Check.GIVEN_BACK);

        assertThat(files.read(MIN)).isEqualTo("4096");
        assertThat(undo.taken()).isEmpty();
    }

    @Test
    void aFileThatWasNeverWrittenIsLeftAlone() throws IOException {
        files.put(MIN.toString(), "4096");
        CgroupExecutor writer = new CgroupExecutor(tree, undo(), clock, false);
        tick(writer, 0, Intent.Check.GIVEN_BACK);

        assertThat(files.read(MIN)).isEqualTo("4096");
        assertThat(files.takeWrites()).isEmpty();
    }
}
