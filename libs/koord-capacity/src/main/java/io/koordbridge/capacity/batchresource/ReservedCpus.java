package io.koordbridge.capacity.batchresource;

import io.koordbridge.protocol.PureCore;
import java.util.BitSet;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the CPUs of a reservation: ids or a-b ranges, a above b is empty, duplicates count once. Numbers may have leading
 * zeros and a sign, as the reference reads them.
 */
@PureCore
final class ReservedCpus {

    private static final Pattern PART = Pattern.compile("(\\+?0*\\d{1,10})(?:-([+-]?0*\\d{1,10}))?");
    private static final long LARGEST_RANGE_END = 4096;

    private ReservedCpus() {}

    /** Number of distinct CPUs, empty when the list is invalid. */
    static OptionalInt count(String list) {
        BitSet ranges = new BitSet();
        Set<Long> beyond = new HashSet<>();
        for (String part : list.split(",", -1)) {
            Matcher matcher = PART.matcher(part);
            if (!matcher.matches()) {
                return OptionalInt.empty();
            }
            long first = Long.parseLong(matcher.group(1));
            boolean range = matcher.group(2) != null;
            long last = range ? Long.parseLong(matcher.group(2)) : first;
            if (first > Integer.MAX_VALUE || (range && last > LARGEST_RANGE_END)) {
                return OptionalInt.empty();
            }
            if (!range && first > LARGEST_RANGE_END) {
                beyond.add(first);
            } else if (first <= last) {
                ranges.set((int) first, (int) last + 1);
            }
        }
        return OptionalInt.of(ranges.cardinality() + beyond.size());
    }
}
