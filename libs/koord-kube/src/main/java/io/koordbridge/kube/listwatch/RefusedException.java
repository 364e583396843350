package io.koordbridge.kube.listwatch;

/** The server answered otherwise than with what was asked for. */
final class RefusedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;
    private static final int NOT_ACCEPTABLE = 406;

    private final int code;
    private final boolean encodedOtherwise;

    /** Refused by an HTTP code, or by that of an event's status. */
    RefusedException(int code, String what) {
        super(what + ": the API server answered " + code + meaning(code));
        this.code = code;
        this.encodedOtherwise = code == NOT_ACCEPTABLE;
    }

    /** Answered by a document of another type than was asked for. */
    RefusedException(int code, String what, String contentType) {
        super(what + ": the answer " + code + " is of type '" + contentType + "'");
        this.code = code;
        // A page of another type is that of a proxy before the server.
        this.encodedOtherwise = contentType.isEmpty() || contentType.startsWith("application/json");
    }

    /** Whether it is an answer of a server that does not speak the encoding. */
    boolean isEncodedOtherwise() {
        return encodedOtherwise;
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
