package io.koordbridge.it.operator;

import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A time of day that can be set for one process, as an administrator or a time server sets a machine's: made by a C compiler. */
final class ShiftedClock {

    private static final String SOURCE = "/clock/shifted-clock.c";

    private final Path library;
    private final Path ahead;

    private ShiftedClock(Path library, Path ahead) {
        this.library = library;
        this.ahead = ahead;
    }

    /** Skips the test where there is no compiler. */
    static ShiftedClock make(Path directory) throws IOException, InterruptedException {
        Path source = directory.resolve("shifted-clock.c");
        try (InputStream text = Objects.requireNonNull(ShiftedClock.class.getResourceAsStream(SOURCE), SOURCE)) {
            Files.copy(text, source);
        }
        Path library = directory.resolve("shifted-clock.so");
        Prerequisite.require(compiles(source, library), "no C compiler (cc), which makes a clock that can be set");
        ShiftedClock clock = new ShiftedClock(library, directory.resolve("ahead"));
        Files.write(clock.ahead, seconds(Duration.ZERO));
        return clock;
    }

    private static boolean compiles(Path source, Path library) throws InterruptedException {
        try {
            Process compiler = new ProcessBuilder(
                            "cc", "-shared", "-fPIC", "-O1", "-o", library.toString(), source.toString())
                    .inheritIO()
                    .start();
            return compiler.waitFor(1, TimeUnit.MINUTES) && compiler.exitValue() == 0;
        } catch (IOException none) {
            return false;
        }
    }

    /** Of a process that goes by it. */
    Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "SHIFTED_CLOCK", ahead.toString());
    }

    /** Sets it ahead of the machine's, or behind for a negative duration. */
    void set(Duration aheadOfTheMachine) {
        try {
            // In place: the process has the file mapped.
            Files.write(ahead, seconds(aheadOfTheMachine), StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] seconds(Duration duration) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(duration.toSeconds())
                .array();
    }
}
