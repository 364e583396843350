package io.koordbridge.scheduler.extender;

/** A request that cannot be answered; carries the HTTP status and a message for the one who sent it. */
final class BadRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Understood and refused: kube-scheduler shows the answer's {@code Error} only beside this status. */
    static final int REFUSED = 200;

    static final int MALFORMED = 400;
    static final int BROKEN_OFF = 408;

    private final int status;

    BadRequestException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
