package io.koordbridge.koordlet.qos.rdt;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Content of a file with shares.
 *
 * @param cacheIds caches of the line of the last cache; empty without that line
 * @param bandwidthIds the same of the line of memory bandwidth
 */
@PureCore
public record Schemata(List<Integer> cacheIds, List<Integer> bandwidthIds) {

    /** Begin of the line of the last cache. */
    public static final String L3 = "L3:";
    /** Begin of the line of memory bandwidth. */
    public static final String MB = "MB:";

    static final Schemata NONE = new Schemata(List.of(), List.of());

    private static final int HEXADECIMAL = 16;

    public Schemata {
        cacheIds = List.copyOf(cacheIds);
        bandwidthIds = List.copyOf(bandwidthIds);
    }

    /**
     * Reads a file; lines of other resources are left out.
     *
     * @throws IllegalArgumentException when a line cannot be read
     */
    static Schemata parse(String content) {
        List<Integer> caches = new ArrayList<>();
        List<Integer> bandwidths = new ArrayList<>();
        content.lines().map(String::strip).forEach(line -> {
            if (line.startsWith(L3)) {
                caches.addAll(values(line).keySet());
            } else if (line.startsWith(MB)) {
                bandwidths.addAll(values(line).keySet());
            }
        });
        return new Schemata(caches, bandwidths);
    }

    private static Map<Integer, String> values(String line) {
        Map<Integer, String> values = new TreeMap<>();
        for (String part : line.substring(line.indexOf(':') + 1).split(";", -1)) {
            int equal = part.indexOf('=');
            if (equal > 0) {
                values.put(
                        Integer.parseInt(part.substring(0, equal).strip()),
                        part.substring(equal + 1).strip());
            }
        }
        return values;
    }

    /** What a line says: the kernel shows masks with zeros and numbers with blanks before them. */
    static String meaning(String text) {
        if (text.indexOf(':') < 0 || text.strip().indexOf('\n') >= 0) {
            return text;
        }
        String line = text.strip();
        boolean masks = line.startsWith(L3);
        Map<Integer, Long> said = new TreeMap<>();
        values(line)
                .forEach((id, value) -> said.put(
                        id, masks ? Long.parseUnsignedLong(value, HEXADECIMAL) : Long.parseUnsignedLong(value)));
        return line.substring(0, line.indexOf(':') + 1) + said;
    }

    /** A line that gives the same share of each cache; empty without any cache or share. */
    public static String line(String begin, Collection<Integer> ids, String share) {
        Map<Integer, String> shares = new TreeMap<>();
        ids.forEach(id -> shares.put(id, share));
        return share.isEmpty() ? "" : line(begin, shares);
    }

    /** A line with the share of each cache, in their order; empty without any. */
    public static String line(String begin, Map<Integer, String> shares) {
        return shares.isEmpty()
                ? ""
                : new TreeMap<>(shares)
                        .entrySet().stream()
                                .map(one -> one.getKey() + "=" + one.getValue())
                                .collect(Collectors.joining(";", begin, ""));
    }
}
