package io.koordbridge.frame;

import io.dropwizard.configuration.ConfigurationException;
import java.net.BindException;
import java.util.Optional;

/** Why a process did not start, where that is for its user to mend: told in words, without the places in the code. */
final class StartProblem {

    private static final String OURS = "io.koordbridge.";
    private static final String CONFIGURATION = "io.dropwizard.configuration.";

    private StartProblem() {}

    /** The words; empty for a defect of ours, whose places are wanted. */
    static Optional<String> text(Throwable problem) {
        if (problem instanceof ConfigurationException || isRefusedSetting(problem)) {
            return Optional.of(String.valueOf(problem.getMessage()).strip());
        }
        return bindProblem(problem);
    }

    private static boolean isRefusedSetting(Throwable problem) {
        StackTraceElement[] places = problem.getStackTrace();
        return problem instanceof IllegalArgumentException
                && places.length > 0
                && (places[0].getClassName().startsWith(OURS)
                        || places[0].getClassName().startsWith(CONFIGURATION));
    }

    /** The outermost message that names the port. */
    private static Optional<String> bindProblem(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause.getCause() instanceof BindException bind) {
                return Optional.of(cause.getMessage() + ": " + bind.getMessage());
            }
        }
        return problem instanceof BindException ? Optional.of(String.valueOf(problem.getMessage())) : Optional.empty();
    }
}
