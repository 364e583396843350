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
        TEXT,
        /** The same; and it gets no more than what it held before this agent wrote it. For quotas. */
        CEILING,
        /** What this process wrote, and the file every ten seconds: one that another program changed is left to that program. */
        YIELDING,
        /** The same; and it gets what it held before this agent wrote it. A file that this agent did not write stays. */
        GIVEN_BACK
    }

    /** The value, unless it was written a short while ago. */
    public static <T> Intent of(Knob<T> knob, String group, T value, String owner) {
        String text = value instanceof CpuSet cpus ? cpus.format() : String.valueOf(value);
        return new Intent(new CgroupUpdate(knob, group, text, owner), Check.REMEMBERED, null);
    }

    /**
     * One line of a file with several.
     *
     * @param key begin of the line, up to where its values begin
     * @param line all of it, as the kernel shows it
     */
    public static Intent line(Knob<?> knob, String group, String key, String line, String owner) {
        require(knob, KnobShape.Form.LINE);
        if (!line.startsWith(key)) {
            throw new IllegalArgumentException("line '" + line + "' of " + knob + ": want '" + key + "' at its begin");
        }
        return new Intent(new CgroupUpdate(knob, Places.key(group, key), line, owner), Check.REMEMBERED, null);
    }

    /** A process or thread in a group; without the intent it stays, and is given back to the group above. */
    public static Intent member(Knob<?> knob, String group, long id, String owner) {
        require(knob, KnobShape.Form.MEMBER);
        String place = Places.key(group, Long.toString(id));
        return new Intent(new CgroupUpdate(knob, place, Places.IN, owner), Check.REMEMBERED, null);
    }

    /** A word of a file that is to be there as itself, or with {@code NO_} before it. */
    public static Intent word(Knob<?> knob, String group, String word, boolean on, String owner) {
        require(knob, KnobShape.Form.WORD);
        String text = on ? word : Places.NOT + word;
        return new Intent(new CgroupUpdate(knob, Places.key(group, word), text, owner), Check.REMEMBERED, null);
    }

    /** A group that exists, or does not. */
    public static Intent directory(Knob<?> knob, String group, boolean exists, String owner) {
        require(knob, KnobShape.Form.DIRECTORY);
        String value = exists ? Places.IN : Places.ABSENT;
        return new Intent(new CgroupUpdate(knob, group, value, owner), Check.REMEMBERED, null);
    }

    private static void require(Knob<?> knob, KnobShape.Form form) {
        if (knob.form() != form) {
            throw new IllegalArgumentException("knob " + knob + " is written by " + knob.form() + ", not " + form);
        }
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

        /**
         * Whether a text is wider than what a file holds.
         *
         * @throws IllegalArgumentException when the content is not a value
         */
        public boolean isWider(String content, String text) {
            return LeveledMerge.wider(knob, content, text).isPresent();
        }
    }
}
