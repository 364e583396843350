package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.koordbridge.koordlet.audit.AuditEvent;
import io.koordbridge.koordlet.audit.AuditFile;
import io.koordbridge.koordlet.cgroup.CgroupWriteListener;
import io.koordbridge.koordlet.disk.OwnFile;
import io.koordbridge.koordlet.lastknown.LastKnownFile;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.testkit.log.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full or takes nothing: a problem with the name of the file, the agent goes on, and writes again when the disk does. */
class DiskFaultsTest {

    @TempDir
    private Path temp;

    private final List<String> problems = new ArrayList<>();
    private final FakeNode node = new FakeNode(1);

    private static AuditEvent event() {
        return new AuditEvent("2026-01-01T00:00:00Z", "group", "test", "/cg/x", "1", "2", null);
    }

    /** Nothing can be made below a plain file. */
    private Path blocked() throws IOException {
        return Files.writeString(temp.resolve("disk"), "no directory").resolve("koordlet");
    }

    private void mend() throws IOException {
        Files.delete(temp.resolve("disk"));
    }

    @Test
    void aFullDiskCostsAuditLinesAndOneWarning() throws IOException {
        Path link = Files.createSymbolicLink(temp.resolve("audit.log"), Path.of("/dev/full"));
        AuditFile file = new AuditFile(temp, 1 << 20);
        try (CapturedLog log = CapturedLog.of(AuditFile.class)) {
            for (int i = 0; i < 3; i++) {
                assertThatCode(() -> file.append(event())).doesNotThrowAnyException();
            }
            assertThat(log.lines())
                    .singleElement()
                    .satisfies(line -> assertThat(line.text()).contains("audit.log", "No space left on device"));
        }

        Files.delete(link);
        file.append(event());
        assertThat(Files.readAllLines(link)).hasSize(1);
    }

    @Test
    void theRecordOfChangesIsWrittenWhenTheDiskTakesItAgain() throws IOException {
        Path directory = blocked();
        CgroupWriteListener nobody = (file, before, after, reason, error) -> {};
        Undo undo = new Undo(node.tree, new TakenFile(directory), owner -> true, nobody, problems::add);
        try (LoopFixture agent = node.start(undo)) {
            for (int i = 0; i < 3; i++) {
                node.passSecond();
                agent.loop.look();
            }
            assertThatCode(undo::save).doesNotThrowAnyException();
            assertThat(problems).singleElement().asString().startsWith("record of changes cannot be written: ");
            assertThat(undo.taken()).isNotEmpty();

            mend();
            undo.save();
            assertThat(new TakenFile(directory).read(problems::add)).hasSameSizeAs(undo.taken());
        }
    }

    @Test
    void whatWasLastKnownIsWrittenWhenTheDiskTakesItAgain() throws IOException {
        LastKnownFile file = new LastKnownFile(blocked(), problems::add);
        assertThatCode(() -> file.save(node.view(), node.clock.instant())).doesNotThrowAnyException();
        assertThat(problems).singleElement().asString().contains("last-known.json");

        mend();
        file.save(node.view(), node.clock.instant().plusSeconds(60));
        assertThat(file.read().pods()).hasSize(2);
    }

    @Test
    void aDiskThatBecomesFullWhileAFileIsReplacedLeavesTheOldOne() throws IOException {
        Path file = temp.resolve("taken.json");
        OwnFile.replace(file, new byte[] {1});
        Files.createDirectories(temp.resolve(".taken.json.part/in-the-way"));

        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> OwnFile.replace(file, new byte[] {2})))
                .isInstanceOf(IOException.class);
        assertThat(OwnFile.read(file, 10)).hasValue(new byte[] {1});
    }
}
