package io.koordbridge.colo.convert;

import java.io.Serial;

/** A field has a value that neither scheduler takes. */
final class RefusedFieldException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    RefusedFieldException(String field, String value, String allowed) {
        super(Untranslated.printable(field) + ": " + Untranslated.printable(value) + " is not allowed, allowed: "
                + allowed);
    }
}
