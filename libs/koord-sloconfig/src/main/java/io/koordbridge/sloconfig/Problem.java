package io.koordbridge.sloconfig;

/**
 * Why a document, or one value in it, is not accepted.
 *
 * @param key key of the config map, or the annotation
 * @param field path inside the document, empty for the whole
 * @param value what was found
 * @param allowed what would be accepted
 * @param line line in the text, 0 when unknown
 * @param kind what follows from it
 */
public record Problem(String key, String field, String value, String allowed, int line, Kind kind) {

    private static final int SHOWN_CHARACTERS = 120;

    /** What follows from a problem. */
    public enum Kind {
        /** The document cannot be read. */
        UNREADABLE,
        /** The cluster-wide part holds a value outside its range. */
        OUT_OF_RANGE,
        /** The part for some nodes holds a value outside its range. */
        NODE_ENTRY_OUT_OF_RANGE
    }

    public Problem {
        value = shown(value);
    }

    /** As much of a value as is shown to people. */
    public static String shown(String value) {
        return value.length() <= SHOWN_CHARACTERS ? value : value.substring(0, SHOWN_CHARACTERS) + "…";
    }

    /** One line for a log or an event. */
    public String message() {
        String where = field.isEmpty() ? key : key + ": " + field;
        String at = line > 0 ? " (line " + line + ")" : "";
        return where + " = " + (value.isEmpty() ? "''" : value) + at + ", allowed: " + allowed;
    }
}
