package io.koordbridge.scheduler.leadership;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code leader}: which replica writes.
 *
 * @param enabled whether the lease decides; this process always writes when false
 * @param namespace of kube-scheduler's lease
 * @param leaseName of kube-scheduler's lease
 * @param host the begin of the holder's identity, empty for this machine's host name
 */
public record LeaderArgs(
        @JsonPropertyDescription(
                "The lease of kube-scheduler decides which replica writes, Bindings too; false: this process does.")
        boolean enabled,

        @JsonPropertyDescription("Namespace of kube-scheduler's lease, as leaderElection.resourceNamespace there.")
        String namespace,

        @JsonPropertyDescription("Name of kube-scheduler's lease, as leaderElection.resourceName there.")
        String leaseName,

        @JsonPropertyDescription("Host name of the kube-scheduler beside this process; empty: this machine's.")
        String host) {

    public static final LeaderArgs DEFAULT = new LeaderArgs(true, "koordinator-system", "koord-scheduler", "");

    /** A section of which keys are left out has their defaults. */
    @JsonCreator
    static LeaderArgs of(
            @JsonProperty("enabled") @Nullable Boolean enabled,
            @JsonProperty("namespace") @Nullable String namespace,
            @JsonProperty("leaseName") @Nullable String leaseName,
            @JsonProperty("host") @Nullable String host) {
        return new LeaderArgs(
                Objects.requireNonNullElse(enabled, DEFAULT.enabled),
                Objects.requireNonNullElse(namespace, DEFAULT.namespace),
                Objects.requireNonNullElse(leaseName, DEFAULT.leaseName),
                Objects.requireNonNullElse(host, DEFAULT.host));
    }
}
