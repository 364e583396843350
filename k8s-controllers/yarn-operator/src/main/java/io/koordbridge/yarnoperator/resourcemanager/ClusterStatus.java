package io.koordbridge.yarnoperator.resourcemanager;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a connection is doing.
 *
 * @param cluster id, empty for the default one
 * @param lastGood when the last good report was asked for, null before the first
 * @param lastProblem why the last call failed, null when it did not
 * @param address of the ResourceManager's administration, several with commas
 * @param auth {@code simple} or {@code kerberos}
 */
public record ClusterStatus(
        String cluster,
        @Nullable Instant lastGood,
        @Nullable String lastProblem,
        String address,
        String auth) {}
