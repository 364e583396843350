package io.koordbridge.admission.mutation;

/** An object that cannot be mutated as the profiles demand. */
final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message, null, false, false);
    }
}
