package io.koordbridge.koordlet.tier;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.constraints.Pattern;
import java.util.Objects;

/** The best-effort tier. */
public record TierConfig(
        @JsonPropertyDescription("Make it where it is missing.")
        Boolean create,

        @Pattern(regexp = DRIVERS)
        @JsonPropertyDescription("Form of the names; auto is what is there, cgroupfs when nothing is.")
        String driver,

        @JsonPropertyDescription("Remove at the end what this process made, when it is empty.")
        boolean removeOnExit) {
    private static final String DRIVERS = "auto|cgroupfs|systemd";
    public static final TierConfig DEFAULT = new TierConfig(true, "auto", false);

    public TierConfig {
        create = Objects.requireNonNullElse(create, true);
        driver = Objects.requireNonNullElse(driver, "auto");
    }
}
