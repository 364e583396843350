package io.koordbridge.manager.handlers.bindingadmission;

/** What is said to a binding, and why. */
enum BindingDecision {
    ALLOWED_USER("allowed_username"),
    DENIED("denied"),
    DRY_RUN("dry_run"),
    BYPASS_LABEL("bypass_label"),
    BYPASS_ANNOTATION("bypass_annotation"),
    EXCLUDED_NAMESPACE("excluded_ns"),
    OUT_OF_SCOPE("out_of_scope"),
    UNKNOWN_POD("unknown_pod");

    private final String label;

    BindingDecision(String label) {
        this.label = label;
    }

    /** The value of the metric label. */
    String label() {
        return label;
    }

    boolean isAllowed() {
        return this != DENIED;
    }
}
