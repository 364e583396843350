package io.koordbridge.replay.trace;

import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads traces. Lines of several nodes may alternate; times ascend for each of them. An empty memory is not known. A percentage a little
 * above 100, as counters of two clocks give it, counts as 100; whatever is above {@link #MOST_PERCENT} is an error.
 */
public final class TraceReader {

    /** The highest percentage that is taken for 100. */
    public static final double MOST_PERCENT = 110;

    private static final String HEADING = "node,seconds,cpu_percent,memory_percent";
    private static final int MOST_SAMPLES = 40_000_000;
    private static final int MOST_NODES = 100_000;
    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_NUMBER = 24;
    private static final long LATEST = 253_402_300_799L;
    private static final double WHOLE = 100;
    private static final int FIELDS = 4;

    private final Function<String, NodeSize> size;
    private final Function<String, String> pool;
    private final Map<String, Samples> nodes = new LinkedHashMap<>();
    private int samples;
    private @Nullable Samples last;

    private TraceReader(Function<String, NodeSize> size, Function<String, String> pool) {
        this.size = size;
        this.pool = pool;
    }

    /**
     * Reads a stream to its end.
     *
     * @param size of a node by its name
     * @param pool of a node by its name
     * @throws TraceFormatException naming line, field, value and allowed range
     */
    public static List<NodeTrace> read(
            InputStream stream, Function<String, NodeSize> size, Function<String, String> pool) throws IOException {
        TraceReader reader = new TraceReader(size, pool);
        TraceLines lines = new TraceLines(stream);
        String line = lines.next();
        if (line != null && isHeading(line)) {
            line = lines.next();
        }
        for (; line != null; line = lines.next()) {
            if (!line.isBlank()) {
                reader.add(lines.number(), line);
            }
        }
        return reader.traces();
    }

    private static boolean isHeading(String line) {
        return line.equals(HEADING) || line.equals("node,seconds,cpu_percent");
    }

    private void add(long line, String text) throws TraceFormatException {
        String[] fields = text.split(",", -1);
        if (fields.length != FIELDS && fields.length != FIELDS - 1) {
            throw new TraceFormatException(line, fields.length + " fields: want " + HEADING);
        }
        long seconds = seconds(line, fields[1]);
        float cpu = percent(line, "cpu_percent", fields[2]);
        boolean known = fields.length == FIELDS && !fields[FIELDS - 1].isEmpty();
        float memory = known ? percent(line, "memory_percent", fields[FIELDS - 1]) : Float.NaN;
        Samples node = node(line, fields[0]);
        if (!node.isAfterLast(seconds)) {
            throw new TraceFormatException(
                    line,
                    "seconds = " + seconds + " of node " + node.name + ": want more than " + node.lastSeconds()
                            + ", those of the node's line before");
        }
        if (++samples > MOST_SAMPLES) {
            throw new TraceFormatException(line, "more than " + MOST_SAMPLES + " samples");
        }
        node.add(seconds, cpu, memory);
    }

    private Samples node(long line, String name) throws TraceFormatException {
        if (last != null && last.name.equals(name)) {
            return last;
        }
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw new TraceFormatException(
                    line, "node = " + shown(name) + ": want a name of 1 to " + LONGEST_NAME + " characters");
        }
        Samples node = nodes.computeIfAbsent(name, Samples::new);
        if (nodes.size() > MOST_NODES) {
            throw new TraceFormatException(line, "more than " + MOST_NODES + " nodes");
        }
        last = node;
        return node;
    }

    private static long seconds(long line, String text) throws TraceFormatException {
        boolean digits = !text.isEmpty() && text.length() <= LONGEST_NUMBER / 2;
        for (int i = 0; digits && i < text.length(); i++) {
            digits = text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        long seconds = digits ? Long.parseLong(text) : Long.MAX_VALUE;
        if (seconds > LATEST) {
            throw new TraceFormatException(
                    line, "seconds = " + shown(text) + ": want a whole number of 0 to " + LATEST);
        }
        return seconds;
    }

    private static float percent(long line, String field, String text) throws TraceFormatException {
        boolean decimal = !text.isEmpty() && text.length() <= LONGEST_NUMBER;
        int points = 0;
        for (int i = 0; decimal && i < text.length(); i++) {
            char c = text.charAt(i);
            points += c == '.' ? 1 : 0;
            decimal = (c >= '0' && c <= '9') || (c == '.' && text.length() > 1);
        }
        double value = decimal && points <= 1 ? Double.parseDouble(text) : Double.NaN;
        if (!(value <= MOST_PERCENT)) {
            throw new TraceFormatException(line, field + " = " + shown(text) + ": want a number of 0 to 100");
        }
        return (float) Math.min(value, WHOLE);
    }

    private static String shown(String text) {
        String cut = text.length() > LONGEST_NUMBER ? text.substring(0, LONGEST_NUMBER) + "..." : text;
        StringBuilder printable = new StringBuilder("'");
        cut.chars().forEach(c -> printable.append(Character.isISOControl(c) ? '?' : (char) c));
        return printable.append('\'').toString();
    }

    private List<NodeTrace> traces() {
        List<NodeTrace> traces = new ArrayList<>(nodes.size());
        for (Samples one : nodes.values()) {
            traces.add(one.trace(pool.apply(one.name), size.apply(one.name)));
        }
        return traces;
    }
}
