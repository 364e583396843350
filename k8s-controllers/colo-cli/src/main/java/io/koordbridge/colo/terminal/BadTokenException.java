package io.koordbridge.colo.terminal;

import java.io.Serial;

/** The given bearer token is invalid. */
public final class BadTokenException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    BadTokenException(String from, String why) {
        super("the token of %s %s".formatted(from, why));
    }
}
