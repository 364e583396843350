package io.koordbridge.api.document;

import io.koordbridge.protocol.PureCore;

/**
 * What is wrong with a part of a wire document.
 *
 * @param document key of the annotation or label, or path of the field that holds it
 * @param field path inside the document, empty for all of it
 * @param value what was found there, shortened to {@value #MOST_CHARACTERS} characters
 * @param allowed what may stand there, in words
 */
@PureCore
public record WireProblem(String document, String field, String value, String allowed) {

    private static final int MOST_CHARACTERS = 100;

    public WireProblem {
        value = value.length() > MOST_CHARACTERS ? value.substring(0, MOST_CHARACTERS) + "..." : value;
    }

    /** Document, field, value and what is allowed, in one line; the caller puts the object in front. */
    public String message() {
        String place = field.isEmpty() ? document : document + ", field " + field;
        return "invalid " + place + ": '" + value + "'; allowed: " + allowed;
    }
}
