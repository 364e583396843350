package io.koordbridge.manager.server.webhook;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When the answer to a review has to be on its way, since its caller gives up soon after. The API server says how long it waits, in the
 * query of its call: {@code ?timeout=5s}.
 *
 * @param isKnown false when the caller said nothing that can be read
 * @param nanos when, in nanoseconds on the scale of {@link System#nanoTime}; of no meaning unless known
 */
@PureCore
public record CallerDeadline(boolean isKnown, long nanos) {

    /** The caller did not say how long it waits. */
    public static final CallerDeadline UNKNOWN = new CallerDeadline(false, 0);

    /**
     * So much of the caller's time is ours. The rest is for the way here and back, and for what the API server rounds up to whole
     * seconds: of five it may be up to one less.
     */
    private static final double OURS = 0.8;

    private static final String PARAMETER = "timeout=";

    /** What Go prints of a duration of milliseconds or longer; so few digits that the nanoseconds are never too many. */
    private static final Pattern DURATION = Pattern.compile(
            "(?:(\\d{1,4})h)?(?:(\\d{1,4})m)?(?:(\\d{1,6}(?:\\.\\d{1,9})?)s|(\\d{1,6}(?:\\.\\d{1,6})?)ms)?");

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * From the query of a call.
     *
     * @param query without the question mark, null for none
     * @param arrivedNanos when the call arrived, in nanoseconds on the scale of {@link System#nanoTime}
     */
    static CallerDeadline of(@Nullable String query, long arrivedNanos) {
        List<String> timeouts = Arrays.stream(query == null ? new String[0] : query.split("&", -1))
                .filter(parameter -> parameter.startsWith(PARAMETER))
                .toList();
        if (timeouts.size() != 1) {
            return UNKNOWN;
        }
        double timeout = nanosOf(timeouts.get(0).substring(PARAMETER.length()));
        return timeout > 0 ? new CallerDeadline(true, arrivedNanos + (long) (timeout * OURS)) : UNKNOWN;
    }

    /** Nanoseconds of a duration as Go prints it, 0 for another text. */
    private static double nanosOf(String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches()) {
            return 0;
        }
        double seconds = number(parts.group(1)) * Duration.ofHours(1).toSeconds()
                + number(parts.group(2)) * Duration.ofMinutes(1).toSeconds()
                + number(parts.group(3));
        return seconds * NANOS_PER_SECOND + number(parts.group(4)) * NANOS_PER_MILLI;
    }

    private static double number(@Nullable String digits) {
        return digits == null ? 0 : Double.parseDouble(digits);
    }

    /** Whether it has passed at a time on the scale of {@link System#nanoTime}; never, unless known. */
    public boolean hasPassed(long nowNanos) {
        return isKnown && nanos - nowNanos <= 0;
    }

    /**
     * How long something may be waited for.
     *
     * @param longest if the caller waits for longer, or did not say for how long
     * @param nowNanos in nanoseconds on the scale of {@link System#nanoTime}
     * @return zero when it is too late
     */
    public Duration atMost(Duration longest, long nowNanos) {
        if (!isKnown) {
            return longest;
        }
        Duration left = Duration.ofNanos(Math.max(0, nanos - nowNanos));
        return left.compareTo(longest) < 0 ? left : longest;
    }
}
