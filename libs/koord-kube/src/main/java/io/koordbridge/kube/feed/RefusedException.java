package io.koordbridge.kube.feed;

/** The server answered otherwise than with what was asked for. */
final class RefusedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;
    private final int code;

    /** Refused by an HTTP code, or by that of an event's status. */
    RefusedException(int code, String what) {
        super(what + ": the API server answered " + code);
        this.code = code;
    }

    int code() {
        return code;
    }
}
