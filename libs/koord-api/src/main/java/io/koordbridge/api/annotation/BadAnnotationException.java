package io.koordbridge.api.annotation;

import org.jspecify.annotations.Nullable;

/** An annotation that does not decode; the message names object, key, value and problem. */
public final class BadAnnotationException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN_CHARACTERS = 200;

    private final String problem;

    public BadAnnotationException(
            String objectName, String key, String text, String problem, @Nullable Throwable cause) {
        super(objectName + ": annotation " + key + " = '" + shorten(text) + "': " + problem, cause);
        this.problem = problem;
    }

    /** What is wrong, without object, key and text. */
    public String problem() {
        return problem;
    }

    private static String shorten(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
