package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * What a strategy wants a file to hold.
 *
 * @param update file, value in version 1 terms, and the strategy that wants it
 * @param check what the value is compared with before it is written
 * @param through value to pass through on the way down to the children, so that no child ever has what its parent lacks; null lets the
 *     writer find one
 */
@PureCore
public record Intent(
        CgroupUpdate update, Check check, @Nullable String through) {

    /** What a value is compared with before it is written. */
    public enum Check {
        /** What this process wrote in the last minute, else the file. */
        REMEMBERED,
        /** The same, and the file every ten seconds: others may have changed it. */
        RECHECKED,
        /** The text of the file. */
        TEXT
    }

    /** The value, unless it was written a short while ago. */
    public static <T> Intent of(Knob<T> knob, String group, T value, String owner) {
        String text = value instanceof CpuSet cpus ? cpus.format() : String.valueOf(value);
        return new Intent(new CgroupUpdate(knob, group, text, owner), Check.REMEMBERED, null);
    }

    /** The same, compared otherwise. */
    public Intent checked(Check other) {
        return new Intent(update, other, through);
    }

    /** The same, by way of another value. */
    public Intent through(CpuSet wider) {
        return new Intent(update, check, wider.format());
    }

    /** File that it is about. */
    public Target target() {
        return update.target();
    }

    /** One file of a control group. */
    public record Target(Knob<?> knob, String group) {

        /** Whether a content of the file is a value, whatever notation the kernel gives it back in. */
        public boolean holds(String content, String text) {
            return LeveledMerge.holds(knob, content, text);
        }
    }
}
