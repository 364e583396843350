package io.koordbridge.koordlet.config;

import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as the API and flags of the reference write them: {@code 5m0s}. */
@PureCore
public final class GoDuration {

    private static final int LONGEST = 64;
    private static final Pattern PART = Pattern.compile("\\G(\\d+(?:\\.\\d+)?)(ns|us|ms|s|m|h)");
    private static final Map<String, BigDecimal> NANOS = Map.of(
            "ns", BigDecimal.ONE,
            "us", BigDecimal.valueOf(1_000),
            "ms", BigDecimal.valueOf(1_000_000),
            "s", BigDecimal.valueOf(1_000_000_000),
            "m", BigDecimal.valueOf(60_000_000_000L),
            "h", BigDecimal.valueOf(3_600_000_000_000L));

    private GoDuration() {}

    /** Reads numbers with units ns, us, ms, s, m, h, one after the other; at most 64 characters. */
    public static Duration parse(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("duration of " + text.length() + " characters, allowed are " + LONGEST);
        }
        Matcher part = PART.matcher(text);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (part.find()) {
            BigDecimal unit = NANOS.getOrDefault(part.group(2), BigDecimal.ZERO);
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit));
            end = part.end();
        }
        if (end != text.length() || end == 0) {
            throw new IllegalArgumentException("duration '" + text + "': want numbers with units such as 5m0s");
        }
        return Duration.ofNanos(nanos.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue());
    }

    /** Canonical text of whole seconds. */
    public static String format(Duration duration) {
        long seconds = duration.toSeconds();
        StringBuilder text = new StringBuilder();
        if (seconds >= 3600) {
            text.append(seconds / 3600).append('h');
        }
        if (seconds >= 60) {
            text.append(seconds / 60 % 60).append('m');
        }
        return text.append(seconds % 60).append('s').toString();
    }
}
