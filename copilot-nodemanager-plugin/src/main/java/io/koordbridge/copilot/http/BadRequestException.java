package io.koordbridge.copilot.http;

/** A request that is refused; the message is the answer's reason. */
public final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    public BadRequestException(String reason) {
        this(400, reason);
    }

    public BadRequestException(int status, String reason) {
        super(reason);
        this.status = status;
    }

    int status() {
        return status;
    }

    /** The message for the caller. */
    public HttpResponse response() {
        return HttpResponse.error(status, String.valueOf(getMessage()));
    }
}
