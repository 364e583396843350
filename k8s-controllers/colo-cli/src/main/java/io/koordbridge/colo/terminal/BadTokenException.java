package io.koordbridge.colo.terminal;

import java.io.Serial;

/** What somebody gave as a bearer token is none. */
public final class BadTokenException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    BadTokenException(String from, String why) {
        super("the token of %s %s".formatted(from, why));
    }
}
