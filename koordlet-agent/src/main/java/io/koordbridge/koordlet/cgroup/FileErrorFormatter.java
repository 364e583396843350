package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/** What is wrong with a file, as people read it: the JDK often says nothing but its name. */
public final class FileErrorFormatter {

    private static final Map<String, String> CODES = Map.of(
            "no such file",
            "gone",
            "permission denied",
            "denied",
            "Operation not permitted",
            "denied",
            "Invalid argument",
            "invalid",
            "resource busy",
            "busy",
            "No such device",
            "ended",
            "Read-only file system",
            "read-only",
            "No space left",
            "full",
            EffectiveCpus.WIDER,
            "wider",
            MemoryGuard.LIFTED,
            "lifted");

    private FileErrorFormatter() {}

    /** File and problem where both are known. */
    public static String of(IOException problem) {
        if (problem instanceof FileSystemException failed && failed.getReason() == null) {
            return failed.getFile() + ": " + reason(failed);
        }
        return problem.getMessage() == null ? problem.getClass().getSimpleName() : problem.getMessage();
    }

    private static String reason(FileSystemException failed) {
        if (failed instanceof NoSuchFileException) {
            return "no such file";
        }
        return failed instanceof AccessDeniedException
                ? "permission denied"
                : failed.getClass().getSimpleName();
    }

    /** One word for metrics: gone, denied, invalid, busy, ended, read-only, full, wider, lifted, malformed or failed. */
    public static String code(IOException problem) {
        return problem.getCause() instanceof IllegalArgumentException ? "malformed" : code(of(problem));
    }

    /** The same of the words for people. */
    static String code(String words) {
        return CODES.entrySet().stream()
                .filter(one -> words.contains(one.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("failed");
    }
}
