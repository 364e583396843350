package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Limits of one device: operations and bytes a second, latency in microseconds. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record IoConfig(
        @Nullable Long readIOPS,
        @Nullable Long writeIOPS,
        @Nullable Long readBPS,
        @Nullable Long writeBPS,
        @Nullable Long ioWeightPercent,
        @Nullable Long readLatency,
        @Nullable Long writeLatency,
        @Nullable Long readLatencyPercent,
        @Nullable Long writeLatencyPercent,
        @Nullable Boolean enableUserModel,
        @Nullable Long modelReadBPS,
        @Nullable Long modelWriteBPS,
        @Nullable Long modelReadSeqIOPS,
        @Nullable Long modelWriteSeqIOPS,
        @Nullable Long modelReadRandIOPS,
        @Nullable Long modelWriteRandIOPS) {}
