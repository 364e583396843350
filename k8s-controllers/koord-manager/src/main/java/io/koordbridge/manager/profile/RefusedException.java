package io.koordbridge.manager.profile;

/** A pod that cannot be mutated as the profiles demand; ends the mutation inside this package. */
final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message, null, false, false);
    }
}
