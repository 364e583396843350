package io.koordbridge.replay.trace;

import java.io.IOException;

/** A line of a trace that cannot be read. */
public final class TraceFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    TraceFormatException(long line, String problem) {
        super("line " + line + ": " + problem);
    }
}
