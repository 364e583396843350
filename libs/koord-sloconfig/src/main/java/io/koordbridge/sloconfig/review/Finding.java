package io.koordbridge.sloconfig.review;

/**
 * Something to know about a configuration.
 *
 * @param line line in the text of the key, counted from 1; 0 when it is about no text
 * @param key key of the config map
 * @param field path inside the document, empty for the whole
 * @param problem what is wrong, with the value
 * @param allowed what would be right, empty when there is nothing to say
 */
public record Finding(Severity severity, int line, String key, String field, String problem, String allowed) {

    /** How bad it is. */
    public enum Severity {
        /** Refused, or not taken: a configuration of which something is an error is not in force as it stands. */
        ERROR,
        /** Without effect, or with another one than it may seem. */
        WARNING
    }

    /** One line for a log or an event. */
    public String message() {
        String where = field.isEmpty() ? key : key + ": " + field;
        String at = line > 0 ? " (line " + line + ")" : "";
        return where + at + ": " + problem + (allowed.isEmpty() ? "" : " (" + allowed + ")");
    }
}
