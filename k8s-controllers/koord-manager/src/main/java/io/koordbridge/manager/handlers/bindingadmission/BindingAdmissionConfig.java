package io.koordbridge.manager.handlers.bindingadmission;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.constraints.NotNull;

/** Section {@code bindingAdmission}; lists are texts with commas, as the flags of the reference. */
public final class BindingAdmissionConfig {

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Parts of user names that may bind; empty admits all.")
    private String userName = "";

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Where others may not bind: names, * for everywhere, empty for nowhere.")
    private String namespaces = "";

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Namespaces without a restriction.")
    private String excludeNamespaces = "kube-system";

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Pods without a restriction, by label key.")
    private String bypassLabels = "koordinator.sh/binding-admission-bypass";

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Pods without a restriction, by annotation key.")
    private String bypassAnnotations = "";

    @JsonProperty
    @JsonPropertyDescription("Whether a denial is only counted and logged.")
    private boolean dryRun;

    /** Parts of user names that may bind; empty admits all. */
    public String userName() {
        return userName;
    }

    /** Where others may not bind; {@code *} for everywhere, empty for nowhere. */
    public String namespaces() {
        return namespaces;
    }

    /** Namespaces without a restriction. */
    public String excludeNamespaces() {
        return excludeNamespaces;
    }

    /** Pods without a restriction, by label key. */
    public String bypassLabels() {
        return bypassLabels;
    }

    /** Pods without a restriction, by annotation key. */
    public String bypassAnnotations() {
        return bypassAnnotations;
    }

    /** Whether a denial is only counted and logged. */
    public boolean dryRun() {
        return dryRun;
    }
}
