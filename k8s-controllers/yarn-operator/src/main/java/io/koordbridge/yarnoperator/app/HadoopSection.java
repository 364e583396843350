package io.koordbridge.yarnoperator.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MinDuration;
import io.koordbridge.yarnoperator.resourcemanager.HadoopLogin;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Section {@code hadoop}: where the clusters are declared and as whom to talk to them. */
public final class HadoopSection {

    @NotNull
    @JsonProperty
    private String confDir = "/etc/hadoop-conf";

    @NotNull
    @MinDuration(value = 100, unit = TimeUnit.MILLISECONDS)
    @JsonProperty
    private Duration pollInterval = Duration.seconds(1);

    @JsonProperty
    private @Nullable String user;

    @JsonProperty
    private @Nullable String principal;

    @JsonProperty
    private @Nullable String keytab;

    Path confDir() {
        return Path.of(confDir);
    }

    java.time.Duration pollInterval() {
        return pollInterval.toJavaDuration();
    }

    HadoopLogin login() {
        return new HadoopLogin(text(user), text(principal), text(keytab));
    }

    private static @Nullable String text(@Nullable String value) {
        return value == null || value.isBlank() ? null : value;
    }
}
