package io.koordbridge.manager.server.certificate;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * How soon a change of the webhook configurations is looked at. At once, unless they had to be corrected repeatedly:
 * another writer, such as another version of ours or a tool that reverts, contradicts, and neither side should write all the time.
 *
 * @param corrections of the last minutes, oldest first
 */
@PureCore
record CorrectionPace(List<Instant> corrections) {

    static final CorrectionPace QUIET = new CorrectionPace(List.of());

    private static final Duration REMEMBERED = Duration.ofMinutes(5);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    /** A start, a new certificate and an upgrade of the chart together take fewer. */
    private static final int AT_ONCE = 5;

    CorrectionPace {
        corrections = List.copyOf(corrections);
    }

    /** After a correction. */
    CorrectionPace corrected(Instant now) {
        return new CorrectionPace(Stream.concat(recent(now), Stream.of(now)).toList());
    }

    /** How long to wait before the next look that a change asks for. */
    Duration delay(Instant now) {
        long beyond = recent(now).count() - AT_ONCE;
        if (beyond < 0) {
            return Duration.ZERO;
        }
        long seconds = 1L << Math.min(beyond, LONGEST.toSeconds());
        return seconds < LONGEST.toSeconds() ? Duration.ofSeconds(seconds) : LONGEST;
    }

    private Stream<Instant> recent(Instant now) {
        return corrections.stream()
                .filter(one -> !one.isAfter(now) && one.plus(REMEMBERED).isAfter(now));
    }
}
