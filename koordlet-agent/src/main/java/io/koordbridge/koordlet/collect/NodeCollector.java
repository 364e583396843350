package io.koordbridge.koordlet.collect;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Usage of the whole machine. The first round only learns the counters. */
public final class NodeCollector {

    private static final long NANOS_PER_TICK = 10_000_000;

    private final HostProc proc;
    private final Counters counters = new Counters();

    public NodeCollector(HostProc proc) {
        this.proc = proc;
    }

    /** Cores that this process used since the round before; empty at first, and when unknown. */
    public OptionalDouble own(Instant now) {
        OptionalLong ticks = proc.ownTicks();
        if (ticks.isEmpty()) {
            return OptionalDouble.empty();
        }
        OptionalDouble rate = counters.rate("own", ticks.getAsLong(), now);
        return rate.isPresent() ? OptionalDouble.of(rate.getAsDouble() * NANOS_PER_TICK) : rate;
    }

    /**
     * Usage since the round before.
     *
     * @param memory of the node now
     * @throws IOException when a file cannot be read: this round has no value and the next one spans both
     */
    public Optional<MeasuredUsage> collect(Instant now, HostProc.NodeMemory memory) throws IOException {
        long ticks = proc.activeTicks(now);
        OptionalDouble rate = counters.rate("node", ticks, now);
        if (rate.isEmpty()) {
            return Optional.empty();
        }
        Usage usage = new Usage(rate.getAsDouble() * NANOS_PER_TICK, memory.used());
        return Optional.of(new MeasuredUsage(usage, memory.usedWithPageCache()));
    }
}
