package io.koordbridge.kube.listwatch;

/** The server answered otherwise than with what was asked for. */
final class RefusedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;
    private final int code;

    /** Refused by an HTTP code, or by that of an event's status. */
    RefusedException(int code, String what) {
        super(what + ": the API server answered " + code + meaning(code));
        this.code = code;
    }

    /** What there is to do about it. */
    private static String meaning(int code) {
        return switch (code) {
            case 401 -> ", who asks is not known to it";
            case 403 -> ", a right is missing";
            case 404 -> ", it does not have the kind";
            default -> "";
        };
    }

    int code() {
        return code;
    }
}
