package io.koordbridge.koordlet.measure.cpi;

import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Cycles and instructions of a group in a window, over all CPUs.
 *
 * @param cycles as if the counters had counted all the time
 * @param instructions likewise
 */
public record Cpi(double cycles, double instructions) {

    /** Counters that are open. */
    public interface Counters extends AutoCloseable {
        /** What they show now. */
        CpuCounters read() throws IOException;

        @Override
        void close();
    }

    /**
     * The sum over all CPUs; a counter that is missing counts nothing.
     *
     * @throws IOException when one cannot be read: then there is no value
     */
    public static Cpi of(List<Counters> perCpu) throws IOException {
        double cycles = 0;
        double instructions = 0;
        for (Counters counters : perCpu) {
            CpuCounters seen = counters.read();
            cycles += whole(seen.cycles(), seen);
            instructions += whole(seen.instructions(), seen);
        }
        return new Cpi(cycles, instructions);
    }

    private static double whole(OptionalLong counted, CpuCounters of) {
        double value = (double) counted.orElse(0);
        boolean tookTurns = of.enabledNanos() != 0 && of.runningNanos() != 0;
        return tookTurns ? value / ((double) of.runningNanos() / of.enabledNanos()) : value;
    }

    /** Cycles for each instruction; empty when none was carried out. */
    public OptionalDouble perInstruction() {
        return instructions > 0 ? OptionalDouble.of(cycles / instructions) : OptionalDouble.empty();
    }
}
