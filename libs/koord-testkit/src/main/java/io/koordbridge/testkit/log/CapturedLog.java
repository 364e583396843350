package io.koordbridge.testkit.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Keeps what is logged until it is closed. May be read while others log. */
public final class CapturedLog implements AutoCloseable {

    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            IThrowableProxy problem = event.getThrowableProxy();
            lines.add(new Line(
                    event.getLoggerName(),
                    Level.valueOf(event.getLevel().toString()),
                    event.getFormattedMessage(),
                    problem == null ? null : problem.getClassName() + ": " + problem.getMessage()));
        }
    };

    private CapturedLog(Logger logger) {
        this.logger = logger;
        appender.start();
        logger.addAppender(appender);
    }

    /**
     * A line.
     *
     * @param logger name of its logger
     * @param text with its arguments
     * @param problem class and message of the exception that is logged with it, null for none
     */
    public record Line(
            String logger,
            Level level,
            String text,
            @Nullable String problem) {}

    /** Listens to the logger of a class. */
    public static CapturedLog of(Class<?> type) {
        return new CapturedLog((Logger) LoggerFactory.getLogger(type));
    }

    /** Listens to every logger. */
    public static CapturedLog ofAll() {
        return new CapturedLog((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME));
    }

    /** The lines so far. */
    public List<Line> lines() {
        return List.copyOf(lines);
    }

    /** The lines of a level so far. */
    public List<Line> lines(Level level) {
        return lines.stream().filter(line -> line.level() == level).toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        appender.stop();
    }
}
