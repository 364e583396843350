package io.koordbridge.frame;

import java.net.BindException;
import java.util.Optional;

/**
 * Why a server could not listen: the port is taken, or the system refuses it, as when the address is another machine's or the port
 * needs a permission.
 *
 * @param text what the system said, behind the outermost message that names the port
 * @param reason only the system's message
 */
public record BindProblem(String text, String reason) {

    /** What is at the bottom of a failed start; empty when it is something else. */
    public static Optional<BindProblem> of(Throwable problem) {
        if (problem instanceof BindException) {
            String reason = String.valueOf(problem.getMessage());
            return Optional.of(new BindProblem(reason, reason));
        }
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause.getCause() instanceof BindException bind) {
                String reason = String.valueOf(bind.getMessage());
                return Optional.of(new BindProblem(cause.getMessage() + ": " + reason, reason));
            }
        }
        return Optional.empty();
    }

    /** Whether another process listens on the port: it may become free. */
    public boolean isTaken() {
        return reason.contains("in use");
    }
}
