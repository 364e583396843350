package io.koordbridge.colo.terminal;

import java.math.BigDecimal;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A positive time in seconds, such as 5 or 0.2. */
public final class Seconds implements ITypeConverter<Duration> {
    private static final BigDecimal MAX = BigDecimal.valueOf(1_000_000);

    @Override
    public Duration convert(String given) {
        try {
            BigDecimal seconds = new BigDecimal(given);
            if (seconds.signum() > 0 && seconds.compareTo(MAX) <= 0) {
                return Duration.ofMillis(Math.max(1, seconds.movePointRight(3).longValue()));
            }
        } catch (NumberFormatException e) {
            throw refused(given);
        }
        throw refused(given);
    }

    private static TypeConversionException refused(String given) {
        return new TypeConversionException("'" + given + "' is no time in seconds above 0 and up to " + MAX);
    }
}
