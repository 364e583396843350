package io.koordbridge.admission.objectdecoding;

/** An object is missing, or is not of its kind. The webhook answers 400 with the message. */
public final class UndecodableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Says what is wrong: field, value and what is allowed. */
    public UndecodableException(String message) {
        super(message, null, false, false);
    }
}
