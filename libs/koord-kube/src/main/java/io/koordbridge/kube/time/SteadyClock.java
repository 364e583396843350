package io.koordbridge.kube.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.LongSupplier;

/**
 * Time that goes on as it passes, from what the machine's clock said at the start: setting that clock neither stops the measuring nor
 * makes samples old. What leaves the process says the time of day instead.
 */
public final class SteadyClock extends Clock {

    private final Clock machine;
    private final LongSupplier nanos;
    private final Instant start;
    private final long startNanos;

    public SteadyClock(Clock machine, LongSupplier nanos) {
        this.machine = machine;
        this.nanos = nanos;
        this.start = machine.instant();
        this.startNanos = nanos.getAsLong();
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanos.getAsLong() - startNanos);
    }

    /** What the machine's clock, as it is set now, says of an instant of this one. */
    public Instant timeOfDay(Instant steady) {
        return machine.instant().minus(Duration.between(steady, instant()));
    }

    /** What the machine's clock says now. */
    public Instant timeOfDay() {
        return machine.instant();
    }

    @Override
    public ZoneId getZone() {
        return machine.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new SteadyClock(machine.withZone(zone), nanos);
    }
}
