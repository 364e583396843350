package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.testkit.work.AllocatedBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFilesTest {

    private final HostFiles files = new HostFiles();

    private long seen;

    @TempDir
    private Path temp;

    @Test
    void readsShortLongAndEmptyFilesWhole() throws IOException {
        for (int length : new int[] {0, 1, 4095, 4096, 4097, 100_000}) {
            String content = "ä".repeat(length / 2) + "x".repeat(length % 2);
            Path file = Files.writeString(temp.resolve("file"), content);

            assertThat(files.read(file)).isEqualTo(content);
        }
        assertThat(files.read(Path.of("/proc/self/stat")))
                .startsWith(ProcessHandle.current().pid() + " ");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> files.read(temp.resolve("missing")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void writesOneValueOverTheOldOneAndMakesNoFile() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "100000\n");
        files.write(file, "-1");

        assertThat(files.read(file)).isEqualTo("-1");
        assertThatThrownBy(() -> files.write(temp.resolve("missing"), "1")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void listsDirectoriesInOrderAndNothingOfOneThatIsGone() throws IOException {
        files.makeDirectory(temp.resolve("b"));
        files.makeDirectory(temp.resolve("a"));
        Files.writeString(temp.resolve("c"), "");

        assertThat(files.directories(temp)).containsExactly("a", "b");
        assertThat(files.directories(temp.resolve("gone"))).isEmpty();
        files.removeDirectory(temp.resolve("a"));
        assertThat(files.exists(temp.resolve("a"))).isFalse();
    }

    /** Each file that others may have changed is read again every few seconds. */
    @Test
    void readingAShortValueCostsLittleGarbage() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "100000\n");

        long bytes = AllocatedBytes.perRun(100, () -> {
            try {
                seen += files.read(file).length();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });

        assertThat(seen).isEqualTo(200 * 7);
        assertThat(bytes).isLessThan(4096);
    }
}
