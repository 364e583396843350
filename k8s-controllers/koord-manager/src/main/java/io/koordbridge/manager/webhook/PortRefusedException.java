package io.koordbridge.manager.webhook;

/** The webhook's port belongs to another process. */
public final class PortTakenException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Says where, and what helps.
     *
     * @param host address that was to be listened on
     */
    PortTakenException(String host, int port, Throwable cause) {
        super(
                "port " + port + " of " + host
                        + " is taken by another process: end that process, or set webhook.port to a free port",
                cause);
    }
}
