package io.koordbridge.manager.server.webhook;

/** The caller of a review has given up: its calculation ends. */
public final class CallerGoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private CallerGoneException() {
        super("not decided in time");
    }

    /**
     * Ends a calculation whose caller has given up; asked between its steps.
     *
     * @throws CallerGoneException when the deadline has passed
     */
    public static void check(CallerDeadline deadline) {
        if (deadline.hasPassed(System.nanoTime())) {
            throw new CallerGoneException();
        }
    }
}
