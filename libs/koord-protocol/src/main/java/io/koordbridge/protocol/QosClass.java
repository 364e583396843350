package io.koordbridge.protocol;

import org.jspecify.annotations.Nullable;

/** QoS class of a pod or host application. */
public enum QosClass {
    LSE,
    LSR,
    LS,
    BE,
    SYSTEM,
    NONE;

    /**
     * The class named by a label value; anything but the five exact names is {@link #NONE}.
     *
     * @param label the label's text, null when absent
     */
    public static QosClass ofLabel(@Nullable String label) {
        if (label == null) {
            return NONE;
        }
        return switch (label) {
            case "LSE" -> LSE;
            case "LSR" -> LSR;
            case "LS" -> LS;
            case "BE" -> BE;
            case "SYSTEM" -> SYSTEM;
            default -> NONE;
        };
    }

    /** The text on the wire; empty for {@link #NONE}. */
    public String wireName() {
        return this == NONE ? "" : name();
    }
}
