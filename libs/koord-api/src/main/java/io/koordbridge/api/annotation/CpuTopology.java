package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Logical CPUs of a node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CpuTopology(@Nullable List<CpuInfo> detail) {

    public CpuTopology {
        detail = detail == null ? null : List.copyOf(detail);
    }
}
