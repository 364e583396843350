package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Files of several lines to values; specification section 5.2. Bad texts raise IllegalArgumentException. */
@PureCore
final class StatParser {

    private static final long PAGE_BYTES = 4096;
    private static final long HIGHEST_NODE = 1023;
    private static final int IDLE_LINES = 31;
    private static final int FIRST_IDLE_ROW = 14;
    private static final int FIRST_COLD_COLUMN = 6;
    private static final Set<String> COLD_ROWS = Set.of("cfei", "dfei", "cfui", "dfui");

    private StatParser() {}

    /** Numbers of processes or threads, one a line, within the range of their kind. */
    static List<Long> ids(String text, long lowest, long highest) {
        return text.lines()
                .filter(line -> !line.isBlank())
                .map(line -> id(line.strip(), lowest, highest))
                .toList();
    }

    private static long id(String text, long lowest, long highest) {
        long number = CgroupFormat.number(text);
        if (number < lowest || number > highest) {
            throw new IllegalArgumentException("'" + text + "': want " + lowest + " to " + highest);
        }
        return number;
    }

    /** Pages by NUMA node; anonymous memory and page cache together. */
    static Map<Integer, Long> numaPages(CgroupVersion version, String text) {
        List<String> lines = text.lines().toList();
        TreeMap<Integer, Long> pages = new TreeMap<>();
        if (version == CgroupVersion.V1) {
            int unused = addPages(pages, line(lines, 0, "total="), 1);
            return pages;
        }
        int nodes = addPages(pages, line(lines, 0, "anon "), PAGE_BYTES);
        int same = addPages(pages, line(lines, 1, "file "), PAGE_BYTES);
        if (same != nodes || pages.lastKey() != nodes - 1) {
            throw new IllegalArgumentException("memory.numa_stat: the lines anon and file do not name the same nodes");
        }
        return pages;
    }

    private static String line(List<String> lines, int index, String start) {
        if (index >= lines.size() || !lines.get(index).startsWith(start)) {
            throw new IllegalArgumentException(
                    "memory.numa_stat: line " + (index + 1) + " does not begin with " + start);
        }
        return lines.get(index);
    }

    /** Numbers of nodes may have gaps, as those of a machine have. */
    private static int addPages(Map<Integer, Long> pages, String line, long unit) {
        String[] fields = line.trim().split(" ");
        if (fields.length < 2) {
            throw new IllegalArgumentException("memory.numa_stat: no node in '" + line + "'");
        }
        for (int i = 1; i < fields.length; i++) {
            String[] one = fields[i].split("=");
            if (one.length != 2 || one[0].length() < 2 || one[0].charAt(0) != 'N') {
                throw new IllegalArgumentException("memory.numa_stat: '" + fields[i] + "' is not N<node>=<amount>");
            }
            long node = id(one[0].substring(1), 0, HIGHEST_NODE);
            pages.merge((int) node, unsigned(one[1]) / unit, Long::sum);
        }
        return fields.length - 1;
    }

    private static long unsigned(String text) {
        long value = CgroupFormat.number(text);
        if (value < 0) {
            throw new IllegalArgumentException("'" + text + "' is below 0");
        }
        return value;
    }

    /** Both lines of a pressure file; a kernel may leave out the second. */
    static PressureStat pressure(String text) {
        Optional<PressureStat.Averages> some = averages(text, "some ");
        Optional<PressureStat.Averages> full = averages(text, "full ");
        return new PressureStat(
                some.orElseThrow(() -> new IllegalArgumentException("pressure: no line 'some'")),
                full.orElse(PressureStat.Averages.NONE),
                full.isPresent());
    }

    private static Optional<PressureStat.Averages> averages(String text, String start) {
        int line = 0;
        while (line < text.length()) {
            int end = text.indexOf('\n', line);
            int stop = end < 0 ? text.length() : end;
            if (text.startsWith(start, line)) {
                return Optional.of(averages(text.substring(line, stop)));
            }
            line = stop + 1;
        }
        return Optional.empty();
    }

    private static PressureStat.Averages averages(String line) {
        String total = field(line, " total=");
        return new PressureStat.Averages(
                share(line, " avg10="),
                share(line, " avg60="),
                share(line, " avg300="),
                total.isEmpty() ? -1 : unsigned(total));
    }

    private static double share(String line, String name) {
        String field = field(line, name);
        if (field.isEmpty()) {
            throw new IllegalArgumentException("pressure: no " + name.strip() + " in '" + line + "'");
        }
        return Double.parseDouble(field);
    }

    /** Empty without the field. */
    private static String field(String line, String name) {
        int at = line.indexOf(name);
        if (at < 0) {
            return "";
        }
        int start = at + name.length();
        int end = line.indexOf(' ', start);
        return line.substring(start, end < 0 ? line.length() : end);
    }

    /** Bytes that no one touched for long: columns 5 to 7 of the rows of idle memory. */
    static long coldBytes(String text) {
        List<String> lines = text.lines().toList();
        if (lines.size() != IDLE_LINES) {
            throw new IllegalArgumentException(
                    "memory.idle_page_stats: " + lines.size() + " lines, want " + IDLE_LINES);
        }
        long bytes = 0;
        for (String line : lines.subList(FIRST_IDLE_ROW, IDLE_LINES)) {
            String[] fields = line.trim().split("\\s+");
            if (COLD_ROWS.contains(fields[0])) {
                for (int column = FIRST_COLD_COLUMN;
                        column < Math.min(fields.length, FIRST_COLD_COLUMN + 3);
                        column++) {
                    bytes += unsigned(fields[column]);
                }
            }
        }
        return bytes;
    }
}
