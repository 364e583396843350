package io.koordbridge.koordlet.evict;

import java.util.Locale;

/** What is short. Each has a cool-down of its own. */
public enum Pool {
    MEMORY,
    CPU;

    /** For metrics and people. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
