package io.koordbridge.protocol;

import java.util.Collection;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;

/**
 * A set of logical CPUs in the kernel's list format ({@code 0-2,5}).
 *
 * @param cpus the CPU numbers, each at least 0
 */
public record CpuSet(SortedSet<Integer> cpus) {

    public static final CpuSet EMPTY = new CpuSet(new TreeSet<>());

    public CpuSet {
        cpus = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(cpus));
    }

    public static CpuSet of(Collection<Integer> cpus) {
        return new CpuSet(new TreeSet<>(cpus));
    }

    /**
     * Reads the kernel's list format.
     *
     * @param text {@code ""}, single numbers and ranges joined by commas
     * @throws IllegalArgumentException naming the text when a part is empty, not a number, or a range that runs backwards
     */
    public static CpuSet parse(String text) {
        if (text.isEmpty()) {
            return EMPTY;
        }
        TreeSet<Integer> found = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            addPart(found, part, text);
        }
        return new CpuSet(found);
    }

    private static void addPart(TreeSet<Integer> found, String part, String text) {
        int dash = part.indexOf('-');
        int first = number(dash < 0 ? part : part.substring(0, dash), text);
        int last = dash < 0 ? first : number(part.substring(dash + 1), text);
        if (last < first) {
            throw new IllegalArgumentException("cpu list '" + text + "': range '" + part + "' runs backwards");
        }
        for (int cpu = first; cpu <= last; cpu++) {
            found.add(cpu);
        }
    }

    private static int number(String digits, String text) {
        boolean plain =
                !digits.isEmpty() && digits.length() <= 6 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!plain) {
            throw new IllegalArgumentException("cpu list '" + text + "': '" + digits + "' is not a cpu number");
        }
        return Integer.parseInt(digits);
    }

    /** The kernel's list format: sorted, neighbours joined to ranges, {@code ""} when empty. */
    public String format() {
        StringJoiner out = new StringJoiner(",");
        Integer start = null;
        Integer previous = null;
        for (int cpu : cpus) {
            if (start == null || previous == null || cpu != previous + 1) {
                appendRange(out, start, previous);
                start = cpu;
            }
            previous = cpu;
        }
        appendRange(out, start, previous);
        return out.toString();
    }

    private static void appendRange(
            StringJoiner out,
            @org.jspecify.annotations.Nullable Integer first,
            @org.jspecify.annotations.Nullable Integer last) {
        if (first != null && last != null) {
            out.add(first.equals(last) ? first.toString() : first + "-" + last);
        }
    }

    public int size() {
        return cpus.size();
    }

    public boolean isEmpty() {
        return cpus.isEmpty();
    }

    public boolean contains(int cpu) {
        return cpus.contains(cpu);
    }

    public boolean isSubsetOf(CpuSet other) {
        return other.cpus.containsAll(cpus);
    }

    public CpuSet union(CpuSet other) {
        NavigableSet<Integer> all = new TreeSet<>(cpus);
        all.addAll(other.cpus);
        return new CpuSet(all);
    }

    public CpuSet minus(CpuSet other) {
        NavigableSet<Integer> rest = new TreeSet<>(cpus);
        rest.removeAll(other.cpus);
        return new CpuSet(rest);
    }

    @Override
    public String toString() {
        return format();
    }
}
