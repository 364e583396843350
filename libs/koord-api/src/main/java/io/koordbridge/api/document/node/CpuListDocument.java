package io.koordbridge.api.document.node;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A list of CPUs as documents write it: ids and ranges, joined by commas, no blanks.
 *
 * <table>
 * <caption>Input and result</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>none</td><td>absent</td><td>none</td></tr>
 * <tr><td>{@code ""}</td><td>empty set</td><td>none</td></tr>
 * <tr><td>{@code 0-3,2,7}</td><td>each CPU once</td><td>none</td></tr>
 * <tr><td>{@code +1,007}: sign and zeros, as the reference reads them</td><td>1, 7</td><td>none</td></tr>
 * <tr><td>{@code 0-1,5-2}: a range that runs backwards</td><td>0, 1: the range is empty, as in the reference</td><td>yes</td></tr>
 * <tr><td>end of a range above 4096, an id above 8191, a blank, an empty part, other text</td><td>none</td><td>yes</td></tr>
 * </table>
 *
 * <p>The readers of documents with such a list say what each process does.
 */
@PureCore
public final class CpuListDocument {

    private static final Pattern PART = Pattern.compile("(\\+?0*+\\d{0,10})(?:-([+-]?0*+\\d{0,10}))?");
    private static final long LARGEST_RANGE_END = 4096;
    private static final String ALLOWED = "ids and ranges such as 0-3,7, the end of a range up to " + LARGEST_RANGE_END;

    private CpuListDocument() {}

    /**
     * Reads a list.
     *
     * @param document key of the annotation, for problems
     * @param field where the list is in it
     * @param text null when absent
     */
    public static Decoded<CpuSet> read(String document, String field, @Nullable String text) {
        if (text == null) {
            return Decoded.absent();
        }
        BitSet found = new BitSet();
        boolean backwards = false;
        for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            Range range = range(part);
            if (range == null) {
                return Decoded.unreadable(new WireProblem(document, field, text, ALLOWED));
            }
            if (range.last < range.first) {
                backwards = true;
            } else {
                found.set((int) range.first, (int) range.last + 1);
            }
        }
        CpuSet cpus = CpuSet.ofNumbers(found.stream().toArray());
        return backwards
                ? new Decoded<>(cpus, List.of(new WireProblem(document, field, text, "ranges that run forwards")))
                : Decoded.of(cpus);
    }

    private record Range(long first, long last) {}

    private static @Nullable Range range(String part) {
        Matcher matcher = PART.matcher(part);
        if (!matcher.matches()) {
            return null;
        }
        try {
            long first = Long.parseLong(matcher.group(1));
            String end = matcher.group(2);
            long last = end == null ? first : Long.parseLong(end);
            boolean inBounds = end == null ? last <= CpuSet.HIGHEST : last <= LARGEST_RANGE_END;
            return inBounds ? new Range(first, last) : null;
        } catch (NumberFormatException withoutDigits) {
            return null;
        }
    }
}
