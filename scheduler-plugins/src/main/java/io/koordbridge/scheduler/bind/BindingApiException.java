package io.koordbridge.scheduler.bind;

/** The API server did not answer; the message names the call. */
public final class BindingApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BindingApiException(String message, Throwable cause) {
        super(message, cause);
    }
}
