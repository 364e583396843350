package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.Optional;
import java.util.Set;

/** First pass of a leveled batch: what to write now so that a parent is never narrower than its children; section 5.4. */
@PureCore
final class LeveledMerge {

    private static final long PAGE_BYTES = 4096;

    /** What the kernel keeps in whole pages, and shows as max without a limit. */
    private static final Set<Knob<?>> BYTES =
            Set.of(Knob.MEMORY_LIMIT, Knob.MEMORY_MIN, Knob.MEMORY_LOW, Knob.MEMORY_HIGH);

    private LeveledMerge() {}

    /**
     * The text that widens, or empty when the new value is not larger than the old one.
     *
     * @throws IllegalArgumentException when the old content is not a value
     */
    static Optional<String> wider(Knob<?> knob, String before, String text) {
        if (knob.order() == Knob.Order.CPUS) {
            CpuSet old = CpuSet.parse(before);
            CpuSet wanted = CpuSet.parse(text);
            return wanted.isSubsetOf(old)
                    ? Optional.empty()
                    : Optional.of(old.union(wanted).format());
        }
        return amount(text) > amount(before) ? Optional.of(text) : Optional.empty();
    }

    /** The tighter one of a value in version 1 terms and of an amount as a file shows it, in version 1 terms. */
    static String tighter(String value, String content) {
        long own = amount(content);
        return own < amount(value) ? Long.toString(own) : value;
    }

    /** Whether a file holds a value, whatever notation the kernel gives it back in. Unreadable content counts as empty. */
    static boolean holds(Knob<?> knob, String content, String text) {
        if (content.equals(text)) {
            return true;
        }
        try {
            if (knob.form() == KnobShape.Form.LINE) {
                return sameLine(knob, content, text);
            }
            if (BYTES.contains(knob)) {
                return CgroupFormat.memoryLimitBytes(content) == pageAligned(text);
            }
            if (knob.order() == Knob.Order.CPUS) {
                return CpuSet.parse(content).equals(CpuSet.parse(text));
            }
            return knob == Knob.CPU_CFS_QUOTA && amount(content) == amount(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean sameLine(Knob<?> knob, String content, String text) {
        Object held = knob.parse(CgroupVersion.V2, content);
        return held.equals(knob.parse(CgroupVersion.V2, text));
    }

    /** The kernel rounds down. */
    private static long pageAligned(String text) {
        long bytes = CgroupFormat.memoryLimitBytes(text);
        return bytes < 0 ? bytes : bytes / PAGE_BYTES * PAGE_BYTES;
    }

    /** Unlimited is larger than any number; of {@code cpu.max} only the quota counts. */
    private static long amount(String text) {
        String whole = text.strip();
        int blank = whole.indexOf(' ');
        String first = blank < 0 ? whole : whole.substring(0, blank);
        if (first.equals("max") || first.equals("-1")) {
            return Long.MAX_VALUE;
        }
        try {
            return Long.parseLong(first);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not an amount", e);
        }
    }
}
