package io.koordbridge.koordlet.yarn;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.config.Defaults;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The NodeManager's plugin. */
public record YarnConfig(
        @JsonPropertyDescription("Directory of the plugin's socket.")
        String socketDirectory,

        @JsonPropertyDescription("Directory of the lease file for the plugin; socketDirectory unless set.") @Nullable
        String leaseDirectory,

        @Min(1) @Max(300) @JsonPropertyDescription("Time between two questions to the plugin.")
        int pollSeconds) {
    public static final YarnConfig DEFAULT = new YarnConfig("/var/run/yarn-copilot", null, 0);

    public YarnConfig {
        pollSeconds = Defaults.number(pollSeconds, 10);
        socketDirectory = Defaults.text(socketDirectory, "/var/run/yarn-copilot");
    }

    public Duration pollInterval() {
        return Duration.ofSeconds(pollSeconds);
    }

    public String leaseDirectoryOrDefault() {
        return Objects.requireNonNullElse(leaseDirectory, socketDirectory);
    }
}
