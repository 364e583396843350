package io.koordbridge.colo.terminal;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time as kubectl has it in {@code --since}: 90s, 15m, 2h; also 7d. */
public final class PastTime implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,6})([smhd])");

    @Override
    public Duration convert(String given) {
        Matcher form = FORM.matcher(given);
        if (!form.matches()) {
            throw new TypeConversionException("'" + given + "' is no time such as 90s, 15m, 2h or 7d");
        }
        long number = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}
