package io.koordbridge.colo.convert;

import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** Plugins of Koordinator, and where they are switched here. */
@PureCore
enum Capability {
    NUMA("NodeNUMAResource", "", ""),
    LOAD("LoadAwareScheduling", "config.loadAware.enabled", "config.loadAware.weight"),
    DEVICES("DeviceShare", "config.devices.enabled", ""),
    RESERVATION("Reservation", "config.reservation.enabled", ""),
    GANG("Coscheduling", "config.gang.enabled", ""),
    QUOTA("ElasticQuota", "config.quota.enabled", ""),
    FIT_PLUS("NodeResourcesFitPlus", "", "config.fitPlus.weight"),
    SCARCE("ScarceResourceAvoidance", "", "config.scarce.weight");

    private final String plugin;
    private final String enabledKey;
    private final String weightKey;

    Capability(String plugin, String enabledKey, String weightKey) {
        this.plugin = plugin;
        this.enabledKey = enabledKey;
        this.weightKey = weightKey;
    }

    static Optional<Capability> ofPlugin(String name) {
        return Arrays.stream(values()).filter(one -> one.plugin.equals(name)).findFirst();
    }

    String plugin() {
        return plugin;
    }

    /** Key of its switch, empty when it has none. */
    String enabledKey() {
        return enabledKey;
    }

    /** Key of the weight of its score, empty when that is fixed. */
    String weightKey() {
        return weightKey;
    }

    /** Extension points without which it does nothing. */
    Set<String> points() {
        return switch (this) {
            case NUMA, LOAD -> Set.of("filter", "score");
            case DEVICES, RESERVATION -> Set.of("filter");
            case GANG -> Set.of("permit");
            case QUOTA -> Set.of("preFilter");
            case FIT_PLUS, SCARCE -> Set.of("score");
        };
    }

    /** Whether it is off unless it is configured. */
    boolean isExtra() {
        return this == FIT_PLUS || this == SCARCE;
    }
}
