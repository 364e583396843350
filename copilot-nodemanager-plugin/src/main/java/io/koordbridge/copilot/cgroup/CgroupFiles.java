package io.koordbridge.copilot.cgroup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and writes control files. */
final class CgroupFiles {
    private static final Logger log = LoggerFactory.getLogger(CgroupFiles.class);

    private CgroupFiles() {}

    static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).trim();
    }

    /** Writes unless the value is there already. */
    static void level(Path file, String value) throws IOException {
        String before = read(file);
        if (!before.equals(value)) {
            write(file, value);
            log.info("cgroup write file={} before={} after={}", file, before, value);
        }
    }

    static void write(Path file, String value) throws IOException {
        try {
            Files.write(file, value.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new IOException("cannot write " + value + " to " + file + ": " + e.getMessage(), e);
        }
    }

    /** Empty for a group that is gone. */
    static List<Long> processes(Path group) {
        List<Long> pids = new ArrayList<>();
        try {
            for (String line : read(group.resolve("cgroup.procs")).split("\n", -1)) {
                if (!line.isEmpty()) {
                    pids.add(Long.valueOf(line));
                }
            }
        } catch (IOException | NumberFormatException e) {
            return pids;
        }
        return pids;
    }

    static List<Path> children(Path group) {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(group, Files::isDirectory)) {
            for (Path entry : entries) {
                children.add(entry);
            }
        } catch (IOException e) {
            return children;
        }
        return children;
    }

    /** Removes a group and the groups inside it; false while a process is in one of them. */
    static boolean remove(Path group) {
        for (Path child : children(group)) {
            if (!remove(child)) {
                return false;
            }
        }
        try {
            Files.delete(group);
            return true;
        } catch (NoSuchFileException e) {
            return true;
        } catch (DirectoryNotEmptyException e) {
            return false;
        } catch (IOException e) {
            log.debug("Group cannot be removed yet group={}", group, e);
            return false;
        }
    }
}
