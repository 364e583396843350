package io.koordbridge.copilot.decommission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessFilesTest {
    @TempDir
    private Path proc;

    private ProcessFiles files(String name, String content) throws IOException {
        Path process = Files.createDirectories(proc.resolve("7"));
        Files.write(process.resolve(name), content.getBytes(StandardCharsets.UTF_8));
        return new ProcessFiles(proc);
    }

    private static String stat(String name, String state) {
        return "7 (" + name + ") " + state + " 1 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 123456 1000 10";
    }

    @Test
    void theStartIsReadWhateverTheNameOfTheProcess() throws IOException {
        assertThat(files("stat", stat("java", "S")).start(7)).isEqualTo(123_456);
        assertThat(files("stat", stat("a) R 1 (b", "S") + "\n").start(7)).isEqualTo(123_456);
    }

    @Test
    void aProcessThatHasEndedOrIsGoneHasNoStart() throws IOException {
        assertThat(files("stat", stat("java", "Z")).start(7)).isNull();
        assertThat(new ProcessFiles(proc).start(8)).isNull();
        for (String broken :
                List.of("", "7", "7 (java", "7 (java) S 1", stat("java", "S").replace("123456", "soon"))) {
            assertThat(ProcessFiles.startOf(broken)).as(broken).isNull();
        }
    }

    @Test
    void aHandlerIsABitOfTheCaughtSignals() throws IOException {
        // 2^29 is signal 30; 2^28 is 29.
        ProcessFiles caught = files("status", "Name:\tjava\nSigIgn:\t0000000000000000\nSigCgt:\t0000000220005ccf\n");
        assertThat(caught.catches(7, 30)).isTrue();
        assertThat(caught.catches(7, 29)).isFalse();
        assertThat(ProcessFiles.catches("SigCgt:\tffffffffffffffff\n", 30)).isTrue();
        // One that is only ignored has none.
        assertThat(ProcessFiles.catches("SigIgn:\t0000000020000000\nSigCgt:\t0000000000000000\n", 30))
                .isFalse();
    }

    @Test
    void withoutThatLineAHandlerIsUnknown() throws IOException {
        assertThat(files("status", "Name:\tSigCgt:\t0000000020000000\n").catches(7, 30))
                .isNull();
        assertThat(ProcessFiles.catches("SigCgt:\tmany\n", 30)).isNull();
        assertThat(ProcessFiles.catches("SigCgt:\t10000000000000000\n", 30)).isNull();
        assertThat(new ProcessFiles(proc).catches(8, 30)).isNull();
    }

    @Test
    void argumentsAreWhatIsBetweenZeros() throws IOException {
        assertThat(files("cmdline", "java\0-cp\0\0Main\0").arguments(7)).containsExactly("java", "-cp", "", "Main");
        assertThat(files("cmdline", "java\0Main").arguments(7)).containsExactly("java", "Main");
        assertThat(files("cmdline", "").arguments(7)).isEmpty();
        assertThat(new ProcessFiles(proc).arguments(8)).isEmpty();
    }

    @Test
    void aLongClassPathIsReadAndAnEndlessOneIsNot() throws IOException {
        assertThat(files("cmdline", "java\0-cp\0" + "x".repeat(300_000) + "\0Main\0")
                        .arguments(7))
                .hasSize(4)
                .endsWith("Main");
        assertThat(files("cmdline", "x\0".repeat(600_000)).arguments(7)).isEmpty();
    }

    @Test
    void writtenIsWhatWasNotTakenBack() throws IOException {
        String io = "rchar: 1\nwchar: 2\nread_bytes: 3\nwrite_bytes: 5000\ncancelled_write_bytes: 1000\n";
        assertThat(files("io", io).writtenBytes(7)).isEqualTo(4_000);
        assertThat(ProcessFiles.writtenOf("write_bytes: 10\ncancelled_write_bytes: 20\n"))
                .isZero();
        assertThat(ProcessFiles.writtenOf("wchar: 10\n")).isNull();
        assertThat(new ProcessFiles(proc).writtenBytes(8)).isNull();
    }

    @Test
    void readsThisProcess() {
        ProcessFiles real = new ProcessFiles(Path.of("/proc"));
        long self = ProcessHandle.current().pid();

        assertThat(real.start(self)).isPositive();
        // A JVM catches SIGTERM, nothing catches SIGKILL.
        assertThat(real.catches(self, 15)).isTrue();
        assertThat(real.catches(self, 9)).isFalse();
        assertThat(real.arguments(self)).isNotEmpty();
    }
}
