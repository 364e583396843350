package io.koordbridge.colo.terminal;

import java.io.Serial;

/** The given address of a process is invalid. */
public final class BadAddressException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    BadAddressException(String given, String from) {
        super("'%s' (%s) is no address: use http://HOST:PORT".formatted(given, from));
    }
}
