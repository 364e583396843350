package io.koordbridge.koordlet.yarn;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.config.Defaults;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The NodeManager's plugin. */
public record YarnConfig(
        @JsonPropertyDescription("Directory of the plugin's socket.")
        String socketDirectory,

        @JsonPropertyDescription("Directory of the lease file for the plugin; socketDirectory unless set.") @Nullable
        String leaseDirectory,

        @Min(1) @Max(300) @JsonPropertyDescription("Time between two questions to the plugin.")
        int pollSeconds,

        @Min(0)
        @Max(2_000_000_000)
        @JsonPropertyDescription(
                "User of the NodeManager, who gets the socket's directory (mode 0750) and, with version 1, the parent group of"
                        + " containers; 0: root, nothing changes hands.")
        int userId,

        @JsonPropertyDescription(
                "Whether a NodeManager in the best-effort tier comes before its containers: the tier keeps the CPU that it requests, and"
                        + " its pod weighs more than hadoop-yarn.")
        Boolean daemonFirst) {
    public static final YarnConfig DEFAULT = new YarnConfig("/var/run/yarn-copilot", null, 0, 0, true);

    public YarnConfig {
        pollSeconds = Defaults.number(pollSeconds, 10);
        daemonFirst = Objects.requireNonNullElse(daemonFirst, true);
        socketDirectory = Defaults.text(socketDirectory, "/var/run/yarn-copilot");
    }

    public Duration pollInterval() {
        return Duration.ofSeconds(pollSeconds);
    }

    /** Whose process is taken for the plugin besides root's: the user, else the owner of the socket's directory. */
    public PluginTrust trust() {
        return new PluginTrust(userId == 0 ? Optional.empty() : Optional.of(Integer.toString(userId)));
    }

    public String leaseDirectoryOrDefault() {
        return Objects.requireNonNullElse(leaseDirectory, socketDirectory);
    }
}
