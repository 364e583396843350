package io.koordbridge.koordlet.yarn;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An answer of the plugin that cannot be used; the message names field, value and what is wanted. */
final class BadAnswerException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String field;

    BadAnswerException(String field, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.field = field;
    }

    /** The first field that cannot be used. */
    String field() {
        return field;
    }
}
