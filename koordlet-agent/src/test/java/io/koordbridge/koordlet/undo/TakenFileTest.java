package io.koordbridge.koordlet.undo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakenFileTest {

    private static final List<Taken> TAKEN = List.of(new Taken("cpu.cfs_quota_us", "kubepods/besteffort", "a", "-1"));

    @TempDir
    private Path temp;

    private final List<String> problems = new ArrayList<>();

    @Test
    void whatIsWrittenIsRead() throws IOException {
        TakenFile file = new TakenFile(temp);
        assertThat(file.read(problems::add)).isEmpty();

        file.write(TAKEN, 0);

        assertThat(file.read(problems::add)).isEqualTo(TAKEN);
        assertThat(problems).isEmpty();
    }

    @Test
    void aClosedFileIsTakenForEmptyUntilItIsOpened() throws IOException {
        new TakenFile(temp).write(TAKEN, 0);
        TakenFile file = TakenFile.closed(temp);
        assertThat(file.read(problems::add)).isEmpty();

        file.open();

        assertThat(file.read(problems::add)).isEqualTo(TAKEN);
    }

    @Test
    void aFileThatCannotBeReadIsNamedAndCountsAsEmpty() throws IOException {
        Files.writeString(temp.resolve("taken.json"), "{");

        assertThat(new TakenFile(temp).read(problems::add)).isEmpty();
        assertThat(problems).singleElement().asString().contains("taken.json cannot be read");
    }

    @Test
    void whatCameSinceIsReadUntilTheFileIsReplaced() throws IOException {
        TakenFile file = new TakenFile(temp);
        Taken other = new Taken("cpu.shares", "kubepods/besteffort/pod1", "b", "2");
        file.write(TAKEN, 0);
        file.add(other, 1);
        Files.writeString(temp.resolve("taken.new.1"), "{\"knob\":", StandardOpenOption.APPEND);

        assertThat(new TakenFile(temp).read(problems::add)).containsExactlyInAnyOrder(TAKEN.get(0), other);
        assertThat(problems).singleElement().asString().contains("invalid line");

        file.write(TAKEN, 0);
        assertThat(new TakenFile(temp).read(problems::add)).contains(other);

        file.write(TAKEN, 1);
        assertThat(new TakenFile(temp).read(problems::add)).isEqualTo(TAKEN);
    }
}
