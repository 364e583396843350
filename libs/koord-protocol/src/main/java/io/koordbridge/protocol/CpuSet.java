package io.koordbridge.protocol;

import java.util.BitSet;
import java.util.Collection;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A set of logical CPUs in the kernel's list format ({@code 0-2,5}). Small whatever it holds, because any user may write one on a pod. */
public final class CpuSet {

    public static final CpuSet EMPTY = new CpuSet(new BitSet());

    /** No kernel can be built for more than 8192 CPUs. */
    public static final int HIGHEST = 8191;

    private static final int SHOWN_CHARACTERS = 200;

    private final BitSet cpus;

    private CpuSet(BitSet cpus) {
        this.cpus = cpus;
    }

    /** The CPUs with these numbers, each at least 0. */
    public static CpuSet of(Collection<Integer> cpus) {
        BitSet all = new BitSet();
        cpus.forEach(all::set);
        return new CpuSet(all);
    }

    /** The CPUs with these numbers, each at least 0. */
    public static CpuSet ofNumbers(int... cpus) {
        BitSet all = new BitSet();
        for (int cpu : cpus) {
            all.set(cpu);
        }
        return new CpuSet(all);
    }

    /**
     * Reads the kernel's list format.
     *
     * @param text {@code ""}, single numbers and ranges joined by commas
     * @throws IllegalArgumentException naming the text when a part is empty, no number of a CPU, or a range that runs backwards
     */
    public static CpuSet parse(String text) {
        BitSet found = new BitSet();
        if (!text.isEmpty()) {
            for (String part : text.split(",", -1)) {
                addPart(found, part, text);
            }
        }
        return new CpuSet(found);
    }

    private static void addPart(BitSet found, String part, String text) {
        int dash = part.indexOf('-');
        int first = number(dash < 0 ? part : part.substring(0, dash), text);
        int last = dash < 0 ? first : number(part.substring(dash + 1), text);
        if (last < first) {
            throw refused(text, "range '" + part + "' runs backwards");
        }
        found.set(first, last + 1);
    }

    private static int number(String digits, String text) {
        boolean plain =
                !digits.isEmpty() && digits.length() <= 6 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!plain || Integer.parseInt(digits) > HIGHEST) {
            throw refused(text, "'" + shown(digits) + "' is not a cpu number, want 0 to " + HIGHEST);
        }
        return Integer.parseInt(digits);
    }

    private static IllegalArgumentException refused(String text, String problem) {
        return new IllegalArgumentException("cpu list '" + shown(text) + "': " + problem);
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }

    /** The kernel's list format: sorted, neighbours joined to ranges, {@code ""} when empty. */
    public String format() {
        StringJoiner out = new StringJoiner(",");
        int end;
        for (int first = cpus.nextSetBit(0); first >= 0; first = cpus.nextSetBit(end)) {
            end = cpus.nextClearBit(first);
            out.add(end == first + 1 ? Integer.toString(first) : first + "-" + (end - 1));
        }
        return out.toString();
    }

    /** The numbers. */
    public SortedSet<Integer> cpus() {
        return cpus.stream().boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    /** The numbers, ascending. */
    public int[] numbers() {
        return cpus.stream().toArray();
    }

    public int size() {
        return cpus.cardinality();
    }

    public boolean isEmpty() {
        return cpus.isEmpty();
    }

    public boolean contains(int cpu) {
        return cpus.get(cpu);
    }

    public boolean isSubsetOf(CpuSet other) {
        return minus(other).isEmpty();
    }

    public CpuSet union(CpuSet other) {
        BitSet all = copy();
        all.or(other.cpus);
        return new CpuSet(all);
    }

    public CpuSet intersection(CpuSet other) {
        BitSet both = copy();
        both.and(other.cpus);
        return new CpuSet(both);
    }

    public CpuSet minus(CpuSet other) {
        BitSet rest = copy();
        rest.andNot(other.cpus);
        return new CpuSet(rest);
    }

    private BitSet copy() {
        return (BitSet) cpus.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CpuSet set && cpus.equals(set.cpus);
    }

    @Override
    public int hashCode() {
        return cpus.hashCode();
    }

    @Override
    public String toString() {
        return format();
    }
}
