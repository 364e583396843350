package io.koordbridge.colo.config;

import java.io.Serial;

/** A file holds no configuration that could be looked at. */
public final class UnreadableFileException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int line;

    /** What is wrong in which line. */
    public UnreadableFileException(int line, String message) {
        super(message);
        this.line = line;
    }

    /** Line in the file, 0 when it is about no line. */
    public int line() {
        return line;
    }
}
