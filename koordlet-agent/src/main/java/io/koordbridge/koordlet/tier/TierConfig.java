package io.koordbridge.koordlet.tier;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.constraints.Pattern;
import java.util.Objects;

/** The best-effort tier. */
public record TierConfig(
        @JsonPropertyDescription("Make it where it is missing.")
        Boolean create,

        @Pattern(regexp = DRIVERS)
        @JsonPropertyDescription(
                "Form of the names; auto follows the kubelet: its pods, its configuration, its directories; cgroupfs"
                        + " when unknown.")
        String driver,

        @JsonPropertyDescription("Configuration file of the kubelet, asked for the driver where it can be read.")
        String kubeletConfig,

        @JsonPropertyDescription("Remove at the end what this process made, when it is empty.")
        boolean removeOnExit) {
    private static final String DRIVERS = "auto|cgroupfs|systemd";
    private static final String KUBELET_CONFIG = "/var/lib/kubelet/config.yaml";
    public static final TierConfig DEFAULT = new TierConfig(true, "auto", KUBELET_CONFIG, false);

    public TierConfig {
        create = Objects.requireNonNullElse(create, true);
        driver = Objects.requireNonNullElse(driver, "auto");
        kubeletConfig = Objects.requireNonNullElse(kubeletConfig, KUBELET_CONFIG);
    }
}
