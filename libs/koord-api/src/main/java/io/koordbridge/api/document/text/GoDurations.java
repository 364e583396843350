package io.koordbridge.api.document.text;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations in Go notation, as fields and annotations carry them; canonical text {@code 5m0s}.
 *
 * <table>
 * <caption>What becomes of a text</caption>
 * <tr><th>input<th>value<th>problem
 * <tr><td>none, {@code ""}<td>absent<td>none
 * <tr><td>{@code 5m}, {@code 1h30m}, {@code 1.5h}, {@code 500ms}, {@code 100us}, {@code 100µs}, {@code 0}<td>that duration<td>none
 * <tr><td>{@code -5m}<td>that duration where it may be negative, else none<td>below the least allowed
 * <tr><td>{@code 5}, {@code 5 m}, {@code 5d}, {@code PT5M}, {@code 1e3s}, more than 64 characters or 292 years<td>none<td>yes
 * </table>
 *
 * <table>
 * <caption>What each process does about a problem</caption>
 * <tr><th>process<th>document<th>choice
 * <tr><td>koord-scheduler<td>windows of usage in NodeMetrics<td>the longest window, reported in {@code explain}
 * <tr><td><td>window in the annotation of usage thresholds<td>the configured thresholds
 * <tr><td><td>ttl of a Reservation, waiting time of a gang<td>counts as absent, with an event
 * <tr><td>koord-manager<td>{@code slo-controller-config}<td>the document is refused, the last good one stays
 * <tr><td>koordlet<td>windows in the spec of the NodeMetric<td>the last good policy stays
 * <tr><td>koord-descheduler<td>its configuration, ttl of a PodMigrationJob<td>refused; the default
 * </table>
 */
@PureCore
public final class GoDurations {

    /** Possessive and anchored: a long run of digits without a unit is refused in linear time. */
    private static final Pattern PART = Pattern.compile("\\G(\\d++\\.?+\\d*+|\\.\\d++)(ns|us|µs|μs|ms|s|m|h)");

    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "μs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);
    private static final int LONGEST = 64;
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private GoDurations() {}

    /**
     * Reads a text.
     *
     * @param text null or empty when there is none
     * @param least below which a duration is a problem
     * @param document that the text is part of, for the problem
     * @param field path inside the document, empty for all of it
     */
    public static Decoded<Duration> read(@Nullable String text, Duration least, String document, String field) {
        if (text == null || text.isEmpty()) {
            return Decoded.absent();
        }
        return nanos(text)
                .map(Duration::ofNanos)
                .filter(duration -> duration.compareTo(least) >= 0)
                .map(Decoded::of)
                .orElseGet(() -> Decoded.unreadable(new WireProblem(
                        document, field, text, "a duration of " + format(least.toNanos()) + " or more, such as 5m0s")));
    }

    /** Nanoseconds of a text, empty when it is not a duration, or has more than 64 characters. */
    public static Optional<Long> nanos(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Optional.of(0L);
        }
        Matcher part = PART.matcher(rest);
        BigDecimal sum = BigDecimal.ZERO;
        int at = 0;
        while (at < rest.length() && part.find()) {
            BigDecimal nanos = new BigDecimal(part.group(1))
                    .multiply(BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 1L)))
                    .setScale(0, RoundingMode.DOWN);
            sum = sum.add(nanos);
            at = part.end();
        }
        if (rest.isEmpty() || at < rest.length() || sum.compareTo(LARGEST) > 0) {
            return Optional.empty();
        }
        return Optional.of(negative ? -sum.longValueExact() : sum.longValueExact());
    }

    /** The canonical text of a duration. */
    public static Optional<String> canonical(String text) {
        return nanos(text).map(GoDurations::format);
    }

    /** Writes nanoseconds as {@code 1h30m0s}, {@code 1.5s}, {@code 100ms}. */
    public static String format(long nanos) {
        if (nanos == 0) {
            return "0s";
        }
        String sign = nanos < 0 ? "-" : "";
        long rest = Math.abs(nanos);
        if (rest < 1_000L) {
            return sign + rest + "ns";
        }
        if (rest < 1_000_000L) {
            return sign + decimal(rest, 3) + "µs";
        }
        if (rest < 1_000_000_000L) {
            return sign + decimal(rest, 6) + "ms";
        }
        long minutes = rest / 60_000_000_000L;
        String seconds = decimal(rest % 60_000_000_000L, 9) + "s";
        if (minutes == 0) {
            return sign + seconds;
        }
        String hours = minutes >= 60 ? minutes / 60 + "h" : "";
        return sign + hours + minutes % 60 + "m" + seconds;
    }

    private static String decimal(long units, int digits) {
        BigDecimal exact = BigDecimal.valueOf(units, digits);
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }
}
