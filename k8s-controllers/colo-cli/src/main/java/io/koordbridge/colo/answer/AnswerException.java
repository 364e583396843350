package io.koordbridge.colo.answer;

import java.io.Serial;

/** A process cannot be reached, or answers something else than its API promises. The message is for the user. */
public final class AnswerException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    public AnswerException(String message) {
        super(message);
    }

    public AnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
