package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What the kernel keeps of a value, by the record. */
final class KernelValues {

    static final String V1_UNLIMITED = "9223372036854771712";

    private static final BigInteger PAGE = BigInteger.valueOf(4096);
    private static final BigInteger MOST_PAGES = new BigInteger(V1_UNLIMITED).divide(PAGE);
    private static final Map<Character, Integer> SUFFIXES = Map.of('K', 10, 'M', 20, 'G', 30, 'T', 40);
    private static final long MOST_PIDS = 4_194_304;
    private static final long SHORTEST_MICROS = 1_000;
    private static final long LONGEST_PERIOD_MICROS = 1_000_000;
    private static final Set<String> KNOWN = Set.of(
            "cpu.max",
            "cpu.max.burst",
            "cpu.cfs_burst_us",
            "cpu.weight",
            "cpu.shares",
            "cpu.idle",
            "memory.max",
            "memory.limit_in_bytes",
            "memory.oom.group",
            "pids.max");

    private KernelValues() {}

    static boolean knows(String name) {
        return KNOWN.contains(name);
    }

    /** What a file of the group holds after the write. */
    static String written(String name, String text, UnaryOperator<String> sibling) throws IOException {
        return switch (name) {
            case "cpu.max" -> cpuMax(text, sibling);
            case "cpu.max.burst" -> burst(text, word(sibling.apply("cpu.max"), 0, "max"));
            case "cpu.cfs_quota_us" -> quota(text, sibling.apply("cpu.cfs_burst_us"));
            case "cpu.cfs_period_us" ->
                String.valueOf(within(signed(text), SHORTEST_MICROS, LONGEST_PERIOD_MICROS, invalid()));
            case "cpu.cfs_burst_us" -> burst(text, sibling.apply("cpu.cfs_quota_us"));
            case "cpu.weight" -> weight(text, sibling.apply("cpu.idle"));
            case "cpu.shares" -> shares(text, sibling.apply("cpu.idle"));
            case "cpu.idle", "memory.oom.group" -> String.valueOf(within(signed(text), 0, 1, invalid()));
            case "memory.limit_in_bytes" -> text.equals("-1") ? V1_UNLIMITED : pages(text, V1_UNLIMITED);
            case "pids.max" ->
                text.equals("max") ? text : String.valueOf(within(signed(text), 0, MOST_PIDS, invalid()));
            default -> text.equals("max") ? text : pages(text, "max");
        };
    }

    private static String cpuMax(String text, UnaryOperator<String> sibling) throws IOException {
        String quota = word(text, 0, "");
        String period = word(sibling.apply("cpu.max"), 1, "100000");
        String given = word(text, 1, period);
        // A second word that is no number leaves the period.
        long micros = Long.parseLong(given.matches("\\d+") ? given : period);
        within(micros, SHORTEST_MICROS, LONGEST_PERIOD_MICROS, invalid());
        if (!quota.equals("max")) {
            requireQuota(unsigned(quota).longValue(), sibling.apply("cpu.max.burst"));
        }
        return quota + " " + micros;
    }

    private static String quota(String text, String burst) throws IOException {
        long micros = signed(text);
        if (micros < 0) {
            return "-1";
        }
        requireQuota(micros, burst);
        return String.valueOf(micros);
    }

    private static void requireQuota(long micros, String burst) throws IOException {
        if (micros < SHORTEST_MICROS || (!burst.isEmpty() && Long.parseLong(burst) > micros)) {
            throw invalid();
        }
    }

    private static String burst(String text, String quota) throws IOException {
        BigInteger micros = unsigned(text);
        boolean limited = !quota.isEmpty() && !quota.equals("max") && !quota.startsWith("-");
        if (limited && micros.compareTo(new BigInteger(quota)) > 0) {
            throw invalid();
        }
        return micros.toString();
    }

    private static String weight(String text, String idle) throws IOException {
        long weight = within(unsigned(text).longValue(), 1, 10_000, new IOException("Numerical result out of range"));
        requireBusy(idle);
        return String.valueOf(weight);
    }

    private static String shares(String text, String idle) throws IOException {
        long shares = unsigned(text).longValue();
        requireBusy(idle);
        return String.valueOf(Math.min(Math.max(shares, 2), 262_144));
    }

    private static void requireBusy(String idle) throws IOException {
        if (idle.equals("1")) {
            throw invalid();
        }
    }

    private static String pages(String text, String unlimited) throws IOException {
        int last = text.isEmpty() ? 0 : text.length() - 1;
        Integer shift = text.isEmpty() ? null : SUFFIXES.get(Character.toUpperCase(text.charAt(last)));
        BigInteger bytes = shift == null
                ? unsigned(text)
                : unsigned(text.substring(0, last)).shiftLeft(shift);
        BigInteger pages = bytes.divide(PAGE);
        return pages.compareTo(MOST_PAGES) >= 0
                ? unlimited
                : pages.multiply(PAGE).toString();
    }

    /** CPUs or memory nodes; what is too high has another answer for each. */
    static CpuSet list(String text, int count, boolean cpus) throws IOException {
        CpuSet set;
        try {
            set = CpuSet.parse(text);
        } catch (IllegalArgumentException e) {
            throw invalid();
        }
        if (set.cpus().stream().anyMatch(one -> one >= count)) {
            throw cpus ? new IOException("Numerical result out of range") : invalid();
        }
        return set;
    }

    /** What a file holds. */
    static CpuSet parsed(String text) {
        return CpuSet.parse(text);
    }

    private static String word(String text, int index, String otherwise) {
        String[] words = text.split("\\s+");
        return index < words.length && !words[index].isEmpty() ? words[index] : otherwise;
    }

    private static long within(long value, long lowest, long highest, IOException outside) throws IOException {
        if (value < lowest || value > highest) {
            throw outside;
        }
        return value;
    }

    private static long signed(String text) throws IOException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw invalid();
        }
    }

    private static BigInteger unsigned(String text) throws IOException {
        if (!text.matches("\\d{1,20}")) {
            throw invalid();
        }
        return new BigInteger(text);
    }

    static IOException invalid() {
        return new IOException("Invalid argument");
    }

    static IOException busy() {
        return new IOException("Device or resource busy");
    }
}
