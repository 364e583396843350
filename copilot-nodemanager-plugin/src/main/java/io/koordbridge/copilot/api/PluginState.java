package io.koordbridge.copilot.api;

import io.koordbridge.copilot.lease.LeaseDecision;
import java.util.Collections;
import java.util.List;

/** The state of the plugin. */
public interface PluginState {
    String pluginVersion();

    LeaseDecision lease();

    /** {@code cgroup-v1}, {@code cgroup-v2} or {@code none}. */
    String placementMode();

    String cgroupRoot();

    String cgroupPath();

    /** Empty when all is well. */
    List<String> degraded();

    /** Limitations of the installation, which the plugin cannot change; empty without any. */
    default List<String> notes() {
        return Collections.emptyList();
    }
}
