package io.koordbridge.colo.convert;

/**
 * A field without a counterpart.
 *
 * @param field path in the file
 * @param value as JSON, at most {@link #LONGEST} characters of it
 * @param reason a sentence
 */
record Untranslated(String field, String value, String reason) {

    private static final int LONGEST = 200;

    Untranslated {
        field = printable(field);
        value = printable(value);
    }

    String line() {
        return field + ": " + value + " is not translated. " + reason;
    }

    /** In one line of a terminal. */
    static String printable(String text) {
        String shown = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        return shown.replaceAll("\\p{Cntrl}", "?");
    }
}
