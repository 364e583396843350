package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Files of several lines to values; specification section 5.2. Bad texts raise IllegalArgumentException. */
@PureCore
final class StatParser {

    private static final long PAGE_BYTES = 4096;
    private static final int IDLE_LINES = 31;
    private static final int FIRST_IDLE_ROW = 14;
    private static final int FIRST_COLD_COLUMN = 6;
    private static final Set<String> COLD_ROWS = Set.of("cfei", "dfei", "cfui", "dfui");

    private StatParser() {}

    /** Numbers of processes or threads, one a line. */
    static List<Long> ids(String text) {
        return text.lines()
                .filter(line -> !line.isBlank())
                .map(CgroupFormat::number)
                .toList();
    }

    /** Pages by NUMA node; anonymous memory and page cache together. */
    static Map<Integer, Long> numaPages(CgroupVersion version, String text) {
        List<String> lines = text.lines().toList();
        Map<Integer, Long> pages = new LinkedHashMap<>();
        if (version == CgroupVersion.V1) {
            addPages(pages, line(lines, 0, "total="), 1);
            return pages;
        }
        addPages(pages, line(lines, 0, "anon "), PAGE_BYTES);
        int nodes = pages.size();
        addPages(pages, line(lines, 1, "file "), PAGE_BYTES);
        if (pages.size() != nodes) {
            throw new IllegalArgumentException("memory.numa_stat: the lines anon and file name different nodes");
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

    private static void addPages(Map<Integer, Long> pages, String line, long unit) {
        String[] fields = line.trim().split(" ");
        for (int i = 1; i < fields.length; i++) {
            String[] one = fields[i].split("=");
            if (one.length != 2 || !one[0].equals("N" + (i - 1))) {
                throw new IllegalArgumentException(
                        "memory.numa_stat: '" + fields[i] + "' is not N" + (i - 1) + "=pages");
            }
            pages.merge(i - 1, unsigned(one[1]) / unit, Long::sum);
        }
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
        return text.lines().filter(line -> line.startsWith(start)).findFirst().map(StatParser::averages);
    }

    private static PressureStat.Averages averages(String line) {
        List<Double> values = new ArrayList<>();
        for (String name : List.of("avg10=", "avg60=", "avg300=")) {
            String field = List.of(line.split(" ")).stream()
                    .filter(one -> one.startsWith(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("pressure: no " + name + " in '" + line + "'"));
            values.add(Double.parseDouble(field.substring(name.length())));
        }
        return new PressureStat.Averages(values.get(0), values.get(1), values.get(2));
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
