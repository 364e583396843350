package io.koordbridge.scheduler.place.device;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.scheduler.place.balance.BalanceStrategy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code devices}: arguments of the reference's plugin DeviceShare.
 *
 * @param enabled whether devices are chosen
 * @param scoringStrategy which devices and nodes are preferred
 * @param disableDeviceNUMATopologyAlignment whether NUMA alignment ignores devices
 */
public record DeviceArgs(
        @JsonPropertyDescription("Whether devices of nodes are chosen and counted.")
        boolean enabled,

        @JsonPropertyDescription(
                "LeastAllocated prefers devices and nodes with the largest free share, MostAllocated the smallest.")
        BalanceStrategy scoringStrategy,

        @JsonPropertyDescription("Whether NUMA alignment of pods ignores where devices sit.")
        boolean disableDeviceNUMATopologyAlignment) {

    public static final DeviceArgs DEFAULT = new DeviceArgs(true, BalanceStrategy.LEAST_ALLOCATED, false);

    /** A section of which keys are left out has their defaults. */
    @JsonCreator
    static DeviceArgs of(
            @JsonProperty("enabled") @Nullable Boolean enabled,
            @JsonProperty("scoringStrategy") @Nullable BalanceStrategy scoringStrategy,
            @JsonProperty("disableDeviceNUMATopologyAlignment") @Nullable Boolean disableAlignment) {
        return new DeviceArgs(
                Objects.requireNonNullElse(enabled, DEFAULT.enabled),
                Objects.requireNonNullElse(scoringStrategy, DEFAULT.scoringStrategy),
                Objects.requireNonNullElse(disableAlignment, DEFAULT.disableDeviceNUMATopologyAlignment));
    }
}
