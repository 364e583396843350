package io.koordbridge.copilot.http;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that are private from their first moment. Failures name only the directory: each try has another name in it. */
final class PrivateFiles {
    private PrivateFiles() {}

    static Path directory(Path in) throws IOException {
        try {
            return Files.createTempDirectory(
                    in, ".s", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileSystemException e) {
            throw unwritable(in, e);
        }
    }

    static Path file(Path in) throws IOException {
        try {
            return Files.createTempFile(
                    in, ".t", "", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileSystemException e) {
            throw unwritable(in, e);
        }
    }

    private static IOException unwritable(Path directory, FileSystemException cause) {
        String reason = cause.getReason();
        return new IOException(
                directory + " cannot be written: "
                        + (reason == null ? cause.getClass().getSimpleName() : reason),
                cause);
    }
}
