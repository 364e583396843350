package io.koordbridge.colo.preflight;

import org.jspecify.annotations.Nullable;

/**
 * A Deployment or DaemonSet of ours.
 *
 * @param wanted pods, null when the object does not exist
 * @param version tag of its image, empty when it has none
 */
record Workload(String name, @Nullable Integer wanted, int ready, String version) {

    boolean exists() {
        return wanted != null;
    }
}
