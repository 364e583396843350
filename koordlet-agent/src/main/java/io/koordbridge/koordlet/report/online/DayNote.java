package io.koordbridge.koordlet.report.online;

import io.koordbridge.policy.forecast.DayShape;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What was learnt by the time of day, and its file: three lines, time of the last sample, CPU, memory.
 *
 * @param at time of the last sample by the machine's clock
 */
@PureCore
record DayNote(Instant at, DayShape cpu, DayShape memory) {

    static final DayNote NOTHING = new DayNote(Instant.EPOCH, DayShape.EMPTY, DayShape.EMPTY);

    /** A clock that was ahead by more than that taught days that did not come. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private static final String AT = "at ";
    private static final String CPU = "cpu ";
    private static final String MEMORY = "memory ";

    /** With one more sample, in percent of the node; anew where the clock was set back by more than a day. */
    DayNote with(Instant time, double cpuPercent, double memoryPercent) {
        DayNote before = isAhead(time) ? NOTHING : this;
        return new DayNote(
                time.isAfter(before.at) ? time : before.at,
                before.cpu.with(time, cpuPercent),
                before.memory.with(time, memoryPercent));
    }

    private boolean isAhead(Instant time) {
        return at.isAfter(time.plus(AHEAD));
    }

    String text() {
        return AT + at + "\n" + CPU + cpu.text() + "\n" + MEMORY + memory.text() + "\n";
    }

    /**
     * Reads the file.
     *
     * @param now by the machine's clock
     * @throws IllegalArgumentException naming the line that cannot be read
     */
    static DayNote parse(String text, Instant now) {
        List<String> lines = text.lines().toList();
        if (lines.size() != 3) {
            throw new IllegalArgumentException(lines.size() + " lines, want 3");
        }
        DayNote found = new DayNote(time(lines.get(0)), shape(lines.get(1), CPU), shape(lines.get(2), MEMORY));
        if (found.isAhead(now)) {
            throw new IllegalArgumentException("written at " + found.at + ", more than a day ahead of the clock");
        }
        return found;
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
