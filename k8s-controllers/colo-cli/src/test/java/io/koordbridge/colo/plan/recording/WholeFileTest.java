package io.koordbridge.colo.plan.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    private Path directory;

    @Test
    void aFileIsReplacedWhenTheNewOneIsWhole() throws IOException {
        Path file = Files.writeString(directory.resolve("plan.html"), "old");

        WholeFile.write(file, out -> {
            out.write("new".getBytes(UTF_8));
            assertThat(file).hasContent("old");
        });

        assertThat(file).hasContent("new");
        assertThat(directory).isDirectoryContaining(one -> one.equals(file)).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void aFailureLeavesTheOldFileAndNoOther() throws IOException {
        Path file = Files.writeString(directory.resolve("plan.html"), "old");

        assertThatThrownBy(() -> WholeFile.write(file, out -> {
                    out.write("ne".getBytes(UTF_8));
                    throw new IOException("the disk is full");
                }))
                .hasMessage("the disk is full");

        assertThat(file).hasContent("old");
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void theTargetOfALinkIsReplacedAndTheLinkStays() throws IOException {
        Path file = Files.writeString(directory.resolve("plan.html"), "old");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);

        WholeFile.write(link, out -> out.write("new".getBytes(UTF_8)));

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
    }

    @Test
    void aDeviceStaysADevice() throws IOException {
        WholeFile.write(Path.of("/dev/null"), out -> out.write("new".getBytes(UTF_8)));

        assertThat(Path.of("/dev/null")).exists();
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }
}
