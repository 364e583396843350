package io.koordbridge.koordlet.measure.damon;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the memory of a machine lies, as /proc/iomem says it. */
@PureCore
final class PhysicalMemory {

    /** Not those that lie in another one. */
    private static final Pattern RAM = Pattern.compile("(?m)^([0-9a-f]{1,16})-([0-9a-f]{1,16}) : System RAM$");

    private static final int HEXADECIMAL = 16;
    private static final int MOST = 128;

    private PhysicalMemory() {}

    /**
     * Addresses of bytes.
     *
     * @param end behind the last one
     */
    record Range(String start, String end) {}

    /** All ranges; none where the kernel hides the addresses from this process. */
    static List<Range> ranges(String iomem) {
        List<Range> ranges = new ArrayList<>();
        Matcher line = RAM.matcher(iomem);
        while (line.find() && ranges.size() < MOST) {
            long start = Long.parseUnsignedLong(line.group(1), HEXADECIMAL);
            long last = Long.parseUnsignedLong(line.group(2), HEXADECIMAL);
            if (Long.compareUnsigned(last, start) > 0) {
                ranges.add(new Range(Long.toUnsignedString(start), Long.toUnsignedString(last + 1)));
            }
        }
        return ranges;
    }
}
