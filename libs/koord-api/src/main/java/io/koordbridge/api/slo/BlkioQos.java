package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Block I/O limits. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BlkioQos(@Nullable Boolean enable, @Nullable List<BlockConfig> blocks) {

    public BlkioQos {
        blocks = blocks == null ? null : List.copyOf(blocks);
    }
}
