package io.koordbridge.manager.publish;

/** A write was not begun because the lease may end before the answer. */
final class LeaseEndsException extends RuntimeException {

    private static final long serialVersionUID = 1;

    LeaseEndsException(String what) {
        super(what + " not written: the lease may end before the answer");
    }
}
