package io.koordbridge.koordlet.collect;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/** Usage of the whole machine. The first round only learns the counters. */
public final class NodeCollector {

    private static final long NANOS_PER_TICK = 10_000_000;

    private final HostProc proc;
    private final Counters counters = new Counters();

    public NodeCollector(HostProc proc) {
        this.proc = proc;
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
