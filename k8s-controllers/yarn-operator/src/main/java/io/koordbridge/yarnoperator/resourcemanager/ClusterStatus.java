package io.koordbridge.yarnoperator.resourcemanager;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a connection is doing.
 *
 * @param cluster id, empty for the default one
 * @param lastGood when the last good report was asked for, null before the first
 * @param silence why the last question for reports failed, null when it did not
 * @param refusal why the last update failed, null when it did not
 * @param address of the ResourceManager's administration, several with commas
 * @param auth {@code simple} or {@code kerberos}
 * @param settings the ResourceManager's own settings that defeat a lease, a sentence each
 */
public record ClusterStatus(
        String cluster,
        @Nullable Instant lastGood,
        @Nullable String silence,
        @Nullable String refusal,
        String address,
        String auth,
        List<String> settings) {

    public ClusterStatus {
        settings = List.copyOf(settings);
    }

    /** What a call failed with, the gravest; empty while all work. */
    public Optional<String> trouble() {
        return Optional.ofNullable(silence).or(() -> Optional.ofNullable(refusal));
    }

    /** What is wrong, in one sentence; empty while all is well. */
    public Optional<String> problem() {
        String who = "ResourceManager of cluster " + ClusterDeclaration.name(cluster);
        if (silence != null) {
            return Optional.of(who + " does not answer, leases stay as they are: " + silence);
        }
        return Optional.ofNullable(refusal).map(text -> who + " answers, but takes no updates: " + text);
    }
}
