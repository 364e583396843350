package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.Path;

/** A file has more than fits into the array that its reader gave. */
public final class TooLongException extends IOException {

    private static final long serialVersionUID = 1L;

    public TooLongException(Path file, int length) {
        super(file + ": longer than " + length + " bytes");
    }
}
