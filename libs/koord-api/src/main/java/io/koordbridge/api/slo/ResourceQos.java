package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** QoS parameters of one class. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceQos(
        @Nullable CpuQos cpuQOS,
        @Nullable MemoryQos memoryQOS,
        @Nullable BlkioQos blkioQOS,
        @Nullable ResctrlQos resctrlQOS,
        @Nullable NetworkQos networkQOS) {}
