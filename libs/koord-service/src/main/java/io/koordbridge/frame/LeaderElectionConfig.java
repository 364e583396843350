package io.koordbridge.frame;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.koordbridge.kube.leader.LeaderConfig;
import io.koordbridge.protocol.WellKnown;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Section {@code leaderElection}. */
public final class LeaderElectionConfig {

    @JsonProperty
    @JsonPropertyDescription("Whether replicas elect a leader; false for a single replica.")
    private boolean enabled = true;

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("Namespace of the Lease.")
    private String namespace = WellKnown.NAMESPACE;

    @JsonProperty
    @JsonPropertyDescription("Name of this replica in the Lease; one made of host, process and time unless set.")
    private @Nullable String identity;

    @JsonProperty
    @JsonPropertyDescription(
            "Host or address at which the other replicas reach this one's pages; they answer with the leader's pages then. "
                    + "Default: each replica answers for itself.")
    private @Nullable String host;

    @JsonProperty
    @JsonPropertyDescription(
            "File with a token of this pod's service account for the audience koord-bridge: with it a replica gets the leader's "
                    + "pages for callers who need no token. Nothing set: for those it answers for itself.")
    private @Nullable String peerTokenFile;

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("After this time without renewal another replica may lead.")
    private Duration leaseDuration = Duration.seconds(15);

    @NotNull
    @JsonProperty
    @JsonPropertyDescription(
            "A leader that could not renew for this long leads no more, and stands for election again.")
    private Duration renewDeadline = Duration.seconds(10);

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Time between two tries to get or to renew the Lease.")
    private Duration retryPeriod = Duration.seconds(2);

    /** Whether replicas elect a leader; false for a single replica. */
    public boolean enabled() {
        return enabled;
    }

    /** After this time without renewal another replica may lead. */
    public java.time.Duration leaseDuration() {
        return leaseDuration.toJavaDuration();
    }

    /** Where other replicas reach this one, empty when they do not. */
    String host() {
        return host == null ? "" : host.strip();
    }

    /** This replica's token for others of its process. */
    PeerToken peerToken() {
        return new PeerToken(peerTokenFile);
    }

    LeaderConfig forLease(String leaseName) {
        return new LeaderConfig(
                enabled,
                namespace,
                leaseName,
                identity == null || identity.isBlank() ? processIdentity() : identity,
                leaseDuration(),
                renewDeadline.toJavaDuration(),
                retryPeriod.toJavaDuration());
    }

    private static String processIdentity() {
        String host = Objects.requireNonNullElse(System.getenv("HOSTNAME"), "local");
        return host + "_" + ManagementFactory.getRuntimeMXBean().getPid() + "_" + Long.toHexString(System.nanoTime());
    }
}
