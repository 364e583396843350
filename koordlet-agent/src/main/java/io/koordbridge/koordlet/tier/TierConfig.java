package io.koordbridge.koordlet.tier;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupNames;
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

        @JsonPropertyDescription(
                "cgroupRoot of the kubelet, such as /kubelet on nodes of kind; auto follows the kubelet: its answer, its"
                        + " configuration file, the only group with pods in it.")
        String cgroupRoot,

        @JsonPropertyDescription(
                "Configuration file of the kubelet, asked for the driver and the cgroupRoot where it can be read.")
        String kubeletConfig,

        @JsonPropertyDescription("Remove at the end what this process made, when it is empty.")
        boolean removeOnExit) {
    private static final String DRIVERS = "auto|cgroupfs|systemd";
    private static final String KUBELET_CONFIG = "/var/lib/kubelet/config.yaml";
    private static final String AUTO = "auto";
    public static final TierConfig DEFAULT = new TierConfig(true, AUTO, AUTO, KUBELET_CONFIG, false);

    public TierConfig {
        create = Objects.requireNonNullElse(create, true);
        driver = Objects.requireNonNullElse(driver, AUTO);
        cgroupRoot = Objects.requireNonNullElse(cgroupRoot, AUTO);
        requireRoot(cgroupRoot);
        kubeletConfig = Objects.requireNonNullElse(kubeletConfig, KUBELET_CONFIG);
    }

    private static void requireRoot(String text) {
        try {
            CgroupNames unused = new CgroupNames(CgroupDriver.CGROUPFS, text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "tier.cgroupRoot = '" + text + "': want auto, or a path of plain names such as /kubelet", e);
        }
    }
}
