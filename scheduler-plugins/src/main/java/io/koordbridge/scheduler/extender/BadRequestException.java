package io.koordbridge.scheduler.extender;

/** A request that cannot be answered; carries the HTTP status and a message for whoever sent it. */
final class BadRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final int MALFORMED = 400;
    static final int TOO_SLOW = 408;
    static final int TOO_LARGE = 413;
    static final int TOO_MANY = 503;

    private final int status;

    BadRequestException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
