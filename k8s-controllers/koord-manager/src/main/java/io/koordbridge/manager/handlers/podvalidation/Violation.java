package io.koordbridge.manager.handlers.podvalidation;

/** A rule that a pod breaks. */
public record Violation(Kind kind, String field, String detail) {

    /** What is wrong with the field. */
    public enum Kind {
        REQUIRED("FieldValueRequired", "Required value"),
        INVALID("FieldValueInvalid", "Invalid value"),
        FORBIDDEN("FieldValueForbidden", "Forbidden");

        private final String cause;
        private final String text;

        Kind(String cause, String text) {
            this.cause = cause;
            this.text = text;
        }

        /** The name among the causes of a Kubernetes status. */
        public String cause() {
            return cause;
        }
    }

    /** Field, kind and detail, as the one who asked reads it. */
    public String message() {
        return field + ": " + kind.text + ": " + detail;
    }
}
