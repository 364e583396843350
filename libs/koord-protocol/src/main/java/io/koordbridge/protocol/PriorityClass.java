package io.koordbridge.protocol;

import org.jspecify.annotations.Nullable;

/** Priority class with its band of {@code spec.priority} (inclusive) and default value. */
public enum PriorityClass {
    PROD("koord-prod", 9000, 9999, 9500),
    MID("koord-mid", 7000, 7999, 7500),
    BATCH("koord-batch", 5000, 5999, 5500),
    FREE("koord-free", 3000, 3999, 3500),
    NONE("", 0, -1, 0);

    private final String wireName;
    private final int lowest;
    private final int highest;
    private final int defaultValue;

    PriorityClass(String wireName, int lowest, int highest, int defaultValue) {
        this.wireName = wireName;
        this.lowest = lowest;
        this.highest = highest;
        this.defaultValue = defaultValue;
    }

    /** The text on the wire; empty for {@link #NONE}. */
    public String wireName() {
        return wireName;
    }

    /** Priority value of a pod that names the class but no value. */
    public int defaultValue() {
        return defaultValue;
    }

    /** The class of a name; unknown and absent names are {@link #NONE}. */
    public static PriorityClass ofName(@Nullable String name) {
        for (PriorityClass candidate : values()) {
            if (candidate != NONE && candidate.wireName.equals(name)) {
                return candidate;
            }
        }
        return NONE;
    }

    /** The class whose band holds the value; outside all bands and absent is {@link #NONE}. */
    public static PriorityClass ofValue(@Nullable Integer value) {
        if (value == null) {
            return NONE;
        }
        for (PriorityClass candidate : values()) {
            if (value >= candidate.lowest && value <= candidate.highest) {
                return candidate;
            }
        }
        return NONE;
    }
}
