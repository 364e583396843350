package io.koordbridge.frame;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.core.cli.ServerCommand;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Why a process did not start, where that is for its user to mend: one message without a stack trace. */
final class StartProblem {

    private static final String OURS = "io.koordbridge.";
    private static final String CONFIGURATION = "io.dropwizard.configuration.";
    private static final String STARTER = ServerCommand.class.getName();

    private StartProblem() {}

    /** Drops the stack trace of a reported problem from the log. Call it once logging is configured. */
    static void inWordsOnly() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logging) {
            logging.addTurboFilter(new PlainErrors());
        }
    }

    /** Refuses what Dropwizard says of a start that failed, unless its places are wanted. */
    private static final class PlainErrors extends TurboFilter {

        @Override
        public FilterReply decide(
                @Nullable Marker marker,
                Logger logger,
                Level level,
                @Nullable String format,
                Object @Nullable [] arguments,
                @Nullable Throwable problem) {
            boolean told = problem != null
                    && logger.getName().equals(STARTER)
                    && text(problem).isPresent();
            return told ? FilterReply.DENY : FilterReply.NEUTRAL;
        }
    }

    /** The words; empty for a defect of ours, whose places are wanted. */
    static Optional<String> text(Throwable problem) {
        if (problem instanceof ConfigurationException || isRefusedSetting(problem)) {
            return Optional.of(String.valueOf(problem.getMessage()).strip());
        }
        return BindProblem.of(problem).map(BindProblem::text);
    }

    private static boolean isRefusedSetting(Throwable problem) {
        StackTraceElement[] places = problem.getStackTrace();
        return problem instanceof IllegalArgumentException
                && places.length > 0
                && (places[0].getClassName().startsWith(OURS)
                        || places[0].getClassName().startsWith(CONFIGURATION));
    }
}
