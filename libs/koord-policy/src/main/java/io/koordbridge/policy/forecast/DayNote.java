package io.koordbridge.policy.forecast;

import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was learnt by the time of day, and its file: three lines, time of the last sample, CPU, memory.
 *
 * @param at time of the last sample by the machine's clock
 */
@PureCore
public record DayNote(Instant at, DayShape cpu, DayShape memory) {

    /** Nothing was learnt. */
    public static final DayNote NOTHING = new DayNote(Instant.EPOCH, DayShape.EMPTY, DayShape.EMPTY);

    /** A sample is learnt for each of these, the {@link #SAMPLE} percentile of what was seen in it. */
    public static final Duration WINDOW = Duration.ofMinutes(1);

    /** Which percentile of a window is its peak, as a fraction. */
    public static final float SAMPLE = 0.95f;

    /** The time to come that a forecast speaks of where nobody asks for another. */
    public static final Duration WITHIN = Duration.ofMinutes(30);

    /** After so long without a sample nothing is said. */
    public static final Duration OUTDATED = Duration.ofMinutes(5);

    /** By so much a clock may be behind what was learnt. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private static final double PERCENT = 100;
    private static final String AT = "at ";
    private static final String CPU = "cpu ";
    private static final String MEMORY = "memory ";

    /** What a node has, milli-cores and bytes; both more than zero. */
    public record Size(long milliCpu, long bytes) {}

    /**
     * With one more sample.
     *
     * @param time by the machine's clock; an earlier quarter of an hour than that of the last sample changes nothing
     */
    public DayNote with(Instant time, double milliCpu, double bytes, Size size) {
        return new DayNote(
                time.isAfter(at) ? time : at,
                cpu.with(time, milliCpu * PERCENT / size.milliCpu()),
                memory.with(time, bytes * PERCENT / size.bytes()));
    }

    /** The same, but of memory nothing is learnt. */
    public DayNote withoutMemory() {
        return new DayNote(at, cpu, DayShape.EMPTY);
    }

    /** Whether it is more than a day ahead of a clock: that clock is not set yet, or the one was wrong by which it was learnt. */
    public boolean isAhead(Instant time) {
        return at.isAfter(time.plus(AHEAD));
    }

    /** The highest use expected within a time; empty where the time of day says nothing of either, and 0 for the one of which it does not. */
    public Optional<Forecast> peak(Instant time, Duration within, Size size) {
        OptionalDouble ofCpu = cpu.peakWithin(time, within);
        OptionalDouble ofMemory = memory.peakWithin(time, within);
        return ofCpu.isEmpty() && ofMemory.isEmpty()
                ? Optional.empty()
                : Optional.of(new Forecast(within, part(ofCpu, size.milliCpu()), part(ofMemory, size.bytes())));
    }

    private static long part(OptionalDouble percent, long capacity) {
        return Math.round(percent.orElse(0) / PERCENT * capacity);
    }

    /** Three lines. */
    public String text() {
        return AT + at + "\n" + CPU + cpu.text() + "\n" + MEMORY + memory.text() + "\n";
    }

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException naming the line that cannot be read, or that says more than the time of the last sample allows
     */
    public static DayNote parse(String text) {
        List<String> lines = text.lines().toList();
        if (lines.size() != 3) {
            throw new IllegalArgumentException(lines.size() + " lines, want 3");
        }
        DayNote found = new DayNote(time(lines.get(0)), shape(lines.get(1), CPU), shape(lines.get(2), MEMORY));
        // It would learn nothing until then.
        refuseLater(found.cpu, found.at, CPU);
        refuseLater(found.memory, found.at, MEMORY);
        return found;
    }

    private static void refuseLater(DayShape shape, Instant at, String name) {
        if (shape.isLaterThan(at)) {
            throw new IllegalArgumentException("the line '" + name.strip() + "' is of a time after " + at);
        }
    }

    private static Instant time(String line) {
        try {
            return Instant.parse(rest(line, AT));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("'" + line + "' is no time", e);
        }
    }

    private static DayShape shape(String line, String name) {
        return DayShape.parse(rest(line, name))
                .orElseThrow(() -> new IllegalArgumentException("the line '" + name.strip() + "' cannot be read"));
    }

    private static String rest(String line, String name) {
        if (!line.startsWith(name)) {
            throw new IllegalArgumentException("no line '" + name.strip() + "'");
        }
        return line.substring(name.length());
    }
}
