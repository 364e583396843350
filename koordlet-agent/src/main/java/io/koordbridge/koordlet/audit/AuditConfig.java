package io.koordbridge.koordlet.audit;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.config.Defaults;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** The record of writes. */
public record AuditConfig(
        @JsonPropertyDescription("Directory of its two files.")
        String directory,

        @Min(LEAST_BYTES)
        @Max(MOST_BYTES)
        @JsonPropertyDescription("Size of both files together; the older one is replaced.")
        long maxBytes) {
    private static final int LEAST_BYTES = 4096;
    private static final int MOST_BYTES = 1 << 30;
    public static final AuditConfig DEFAULT = new AuditConfig("/var/log/koordlet", 0);

    public AuditConfig {
        directory = Defaults.text(directory, "/var/log/koordlet");
        maxBytes = Defaults.number(maxBytes, 16L << 20);
    }
}
