package io.koordbridge.scheduler.balance;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;

/**
 * A resource in a score.
 *
 * @param name resource name
 * @param weight from 1 to 100
 */
public record WeightedResource(
        @NotEmpty @JsonProperty(required = true) @JsonPropertyDescription("Name of the resource.")
        String name,

        @Min(1) @Max(100) @JsonProperty(required = true) @JsonPropertyDescription("How much it counts.")
        long weight) {}
