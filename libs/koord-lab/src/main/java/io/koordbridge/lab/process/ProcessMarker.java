package io.koordbridge.lab.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A variable in the environment of a child and of everything that inherits from it, so that they can be found after they left the
 * process tree (YARN containers run in sessions of their own and outlive their NodeManager).
 */
public record ProcessMarker(String value) {
    /** Name of the variable. */
    public static final String VARIABLE = "KOORDBRIDGE_CHILD";

    /** A marker that no other process has. */
    public static ProcessMarker unique() {
        return new ProcessMarker(UUID.randomUUID().toString());
    }

    /** Living processes that carry this marker, without this JVM itself. */
    public List<ProcessHandle> processes() {
        List<ProcessHandle> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path entry : entries) {
                if (carriedBy(entry)) {
                    ProcessHandle.of(Long.parseLong(entry.getFileName().toString()))
                            .filter(ProcessHandle::isAlive)
                            .ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            // Without /proc only the process tree is known; the caller ends that one anyway.
            return found;
        }
        found.remove(ProcessHandle.current());
        return found;
    }

    private boolean carriedBy(Path entry) {
        String wanted = VARIABLE + "=" + value;
        try {
            String environment = Files.readString(entry.resolve("environ"), StandardCharsets.ISO_8859_1);
            return List.of(environment.split("\0")).contains(wanted);
        } catch (IOException e) {
            return false;
        }
    }
}
