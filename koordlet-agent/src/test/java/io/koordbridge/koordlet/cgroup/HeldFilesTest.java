package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeldFilesTest {

    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @TempDir
    private Path temp;

    private final HeldFiles files = new HeldFiles();
    private final byte[] bytes = new byte[8192];

    @AfterEach
    void close() {
        files.close();
    }

    private String read(Path file) throws IOException {
        return new String(bytes, 0, files.read(file, bytes), StandardCharsets.UTF_8);
    }

    /** Descriptors of files in the directory of this test. */
    private long open() throws IOException {
        try (Stream<Path> all = Files.list(OPEN_FILES)) {
            return all.filter(one -> {
                        try {
                            return Files.readSymbolicLink(one).startsWith(temp.toRealPath());
                        } catch (IOException e) {
                            return false;
                        }
                    })
                    .count();
        }
    }

    @Test
    void readsTheNewContentThroughTheSameDescriptor() throws IOException {
        Path file = Files.writeString(temp.resolve("usage"), "1\n");
        assertThat(read(file)).isEqualTo("1\n");
        Files.writeString(file, "22\n");

        assertThat(read(file)).isEqualTo("22\n");
        assertThat(open()).isEqualTo(1);
    }

    @Test
    void readsLongFilesWhole() throws IOException {
        String text = "x".repeat(8000);

        assertThat(read(Files.writeString(temp.resolve("long"), text))).isEqualTo(text);
        assertThatThrownBy(() -> read(Files.writeString(temp.resolve("longer"), "x".repeat(9000))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("longer than 8192 bytes");
    }

    @Test
    void opensAgainAfterAnInterrupt() throws IOException {
        Path file = Files.writeString(temp.resolve("usage"), "1\n");
        read(file);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> read(file)).isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();

        assertThat(read(file)).isEqualTo("1\n");
    }

    @Test
    void letsGoOfAThousandGroupsThatCameAndWent() throws IOException {
        for (int tick = 0; tick < 1000; tick++) {
            Path file = Files.writeString(temp.resolve("pod" + tick), "1\n");
            read(file);
            Files.delete(file);
            files.endTick();
        }
        files.endTick();
        files.endTick();

        assertThat(open()).isZero();
    }

    @Test
    void saysThatAFileIsGone() {
        assertThatThrownBy(() -> read(temp.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void keepsWhatEachTickReads() throws IOException {
        Path file = Files.writeString(temp.resolve("usage"), "1\n");
        for (String content : List.of("1\n", "2\n", "3\n")) {
            Files.writeString(file, content);
            assertThat(read(file)).isEqualTo(content);
            files.endTick();
            assertThat(open()).isEqualTo(1);
        }
    }
}
