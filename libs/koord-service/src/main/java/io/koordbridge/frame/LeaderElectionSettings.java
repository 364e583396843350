package io.koordbridge.frame;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.Duration;
import io.koordbridge.kube.leader.LeaderSettings;
import io.koordbridge.protocol.WellKnown;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Section {@code leaderElection}. */
public final class LeaderElectionSettings {

    @JsonProperty
    private boolean enabled = true;

    @NotEmpty
    @JsonProperty
    private String namespace = WellKnown.NAMESPACE;

    @JsonProperty
    private @Nullable String identity;

    @NotNull
    @JsonProperty
    private Duration leaseDuration = Duration.seconds(15);

    @NotNull
    @JsonProperty
    private Duration renewDeadline = Duration.seconds(10);

    @NotNull
    @JsonProperty
    private Duration retryPeriod = Duration.seconds(2);

    /** Whether replicas elect a leader; false for a single replica. */
    public boolean enabled() {
        return enabled;
    }

    LeaderSettings forLease(String leaseName) {
        return new LeaderSettings(
                enabled,
                namespace,
                leaseName,
                Objects.requireNonNullElseGet(identity, LeaderElectionSettings::processIdentity),
                leaseDuration.toJavaDuration(),
                renewDeadline.toJavaDuration(),
                retryPeriod.toJavaDuration());
    }

    private static String processIdentity() {
        String host = Objects.requireNonNullElse(System.getenv("HOSTNAME"), "local");
        return host + "_" + ManagementFactory.getRuntimeMXBean().getPid() + "_" + Long.toHexString(System.nanoTime());
    }
}
