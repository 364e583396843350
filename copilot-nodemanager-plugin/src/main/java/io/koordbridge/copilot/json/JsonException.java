package io.koordbridge.copilot.json;

/** The text is not the JSON that is wanted; the message says what and where. */
public final class JsonException extends Exception {
    private static final long serialVersionUID = 1L;

    public JsonException(String message) {
        super(message);
    }
}
