package io.koordbridge.colo.terminal;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time of a second to a day: a number of seconds, minutes or hours such as 90s, 10m or 2h, seconds without a unit. */
public final class Span implements ITypeConverter<Duration> {
    private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,4})([smh]?)");
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;
    private static final Duration LONGEST = Duration.ofDays(1);

    @Override
    public Duration convert(String given) {
        Matcher matcher = TEXT.matcher(given);
        if (matcher.matches()) {
            Duration span =
                    Duration.ofSeconds(Long.parseLong(matcher.group(1)) * seconds(String.valueOf(matcher.group(2))));
            if (span.compareTo(LONGEST) <= 0) {
                return span;
            }
        }
        throw new TypeConversionException("'" + given + "' is no time of 1s to 24h, such as 90s, 10m or 2h");
    }

    private static int seconds(String unit) {
        return switch (unit) {
            case "h" -> HOUR;
            case "m" -> MINUTE;
            default -> 1;
        };
    }

    /** In words, such as 9 min 40 s. */
    public static String text(Duration span) {
        long seconds = Math.max(0, span.toSeconds());
        return seconds < MINUTE
                ? seconds + " s"
                : seconds / MINUTE + " min" + (seconds % MINUTE == 0 ? "" : " " + seconds % MINUTE + " s");
    }
}
