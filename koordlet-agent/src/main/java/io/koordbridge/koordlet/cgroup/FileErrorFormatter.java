package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What is wrong with a file, as people read it: the JDK often says nothing but its name. */
public final class FileErrorFormatter {

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
}
