package io.koordbridge.quickstart.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes values and removes directories. */
final class CgroupFiles {

    private static final Logger LOG = LoggerFactory.getLogger(CgroupFiles.class);
    /** A killed process leaves its directory a moment later, a large one after some more. */
    private static final int REMOVE_ROUNDS = 200;

    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private CgroupFiles() {}

    /** Hands a value to the kernel; the file must exist. */
    static void write(Path file, String value) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IOException("cannot write '" + value + "' to " + file + ": " + e.getMessage(), e);
        }
    }

    static String read(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    /** Ends all processes below the directory and removes it. */
    static void remove(Path top) {
        for (int round = 0; round < REMOVE_ROUNDS && Files.isDirectory(top); round++) {
            if (round > 0) {
                LockSupport.parkNanos(ROUND_NANOS);
            }
            for (Path one : deepestFirst(top)) {
                killIn(one);
                removeEmpty(one);
            }
        }
        if (Files.isDirectory(top)) {
            LOG.warn("cgroup not removed path={}", top);
        }
    }

    private static void killIn(Path directory) {
        try {
            for (String line : Files.readAllLines(directory.resolve("cgroup.procs"))) {
                long pid = Long.parseLong(line.strip());
                ProcessHandle.of(pid)
                        .filter(one -> pid != ProcessHandle.current().pid())
                        .ifPresent(ProcessHandle::destroyForcibly);
            }
        } catch (IOException e) {
            LOG.debug("processes not listed path={}", directory, e);
        }
    }

    private static void removeEmpty(Path directory) {
        try {
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            LOG.debug("cgroup still in use path={}", directory, e);
        }
    }

    private static List<Path> deepestFirst(Path directory) {
        try (Stream<Path> below = Files.walk(directory)) {
            return below.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted(Comparator.comparingInt(Path::getNameCount).reversed())
                    .toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            // A directory of it went away while it was listed; the next round sees the rest.
            LOG.debug("cgroup not listed path={}", directory, e);
            return List.of();
        }
    }
}
