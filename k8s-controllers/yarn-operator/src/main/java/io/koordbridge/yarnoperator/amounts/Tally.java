package io.koordbridge.yarnoperator.amounts;

import com.codahale.metrics.Counter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * A counter in a unit of many parts, which loses none of them. For a while after it appears it shows what it showed before: Prometheus takes
 * the first value that it sees of a series for no increase, so that has to be one that nothing was added to.
 */
final class Tally extends Counter {

    private final Clock clock;
    private final long partsOfUnit;
    private long units;
    private long parts;
    private long shownAtFirst;
    private Instant freshUntil = Instant.EPOCH;

    Tally(Clock clock, long partsOfUnit) {
        this.clock = clock;
        this.partsOfUnit = partsOfUnit;
    }

    synchronized void appear(Duration freshFor) {
        shownAtFirst = units;
        freshUntil = clock.instant().plus(freshFor);
    }

    synchronized void add(long more) {
        parts += more;
        units += parts / partsOfUnit;
        parts %= partsOfUnit;
    }

    @Override
    public synchronized long getCount() {
        return clock.instant().isBefore(freshUntil) ? shownAtFirst : units;
    }
}
