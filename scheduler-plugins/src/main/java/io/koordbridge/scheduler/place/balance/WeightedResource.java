package io.koordbridge.scheduler.place.balance;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/**
 * A resource in a score.
 *
 * @param name resource name
 * @param weight from 1 to 100
 */
public record WeightedResource(
        @NotNull
        @Pattern(regexp = WeightedResource.COUNTED, message = WeightedResource.NOT_COUNTED)
        @JsonProperty(required = true)
        @JsonPropertyDescription("Name of the resource.")
        String name,

        @Min(1) @Max(100) @JsonProperty(required = true) @JsonPropertyDescription("How much it counts.")
        long weight) {

    /** Names of resources that are counted, as {@link io.koordbridge.scheduler.facts.resource.ResourceVector} has them. */
    static final String COUNTED = "cpu|memory|ephemeral-storage|hugepages-.+|attachable-volumes-.+|.+/.+";

    static final String NOT_COUNTED =
            "is '${validatedValue}', no resource that is counted: one has a '/' in it, or is cpu, memory, "
                    + "ephemeral-storage, hugepages-SIZE or attachable-volumes-KIND";
}
