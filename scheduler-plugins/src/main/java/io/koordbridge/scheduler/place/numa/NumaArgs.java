package io.koordbridge.scheduler.place.numa;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.validation.OneOf;
import io.koordbridge.scheduler.facts.cpus.CpuRequest;
import io.koordbridge.scheduler.place.balance.BalanceScorer;
import io.koordbridge.scheduler.place.balance.BalanceStrategy;
import io.koordbridge.scheduler.place.balance.WeightedResource;
import jakarta.validation.Valid;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code numa}: the arguments of the reference's plugin NodeNUMAResource.
 *
 * @param defaultCpuBindPolicy bind policy of pods that want CPUs of their own and name none
 * @param scoringStrategy how nodes are scored
 * @param numaScoringStrategy how NUMA nodes of one node are scored
 */
public record NumaArgs(
        @OneOf({"", CpuRequest.FULL_PCPUS, CpuRequest.SPREAD_BY_PCPUS})
        @JsonProperty("defaultCPUBindPolicy")
        @JsonPropertyDescription("Bind policy of pods that want CPUs of their own and name none; empty binds them not.")
        String defaultCpuBindPolicy,

        @Valid @JsonPropertyDescription("How nodes are scored.")
        BalanceScorer.Config scoringStrategy,

        @Valid @JsonPropertyDescription("How the NUMA nodes of a node are scored.")
        BalanceScorer.Config numaScoringStrategy) {

    private static final BalanceScorer.Config CPU_AND_MEMORY = new BalanceScorer.Config(
            BalanceStrategy.LEAST_ALLOCATED,
            List.of(new WeightedResource("cpu", 1), new WeightedResource("memory", 1)));

    public static final NumaArgs DEFAULT = new NumaArgs(CpuRequest.FULL_PCPUS, CPU_AND_MEMORY, CPU_AND_MEMORY);

    /** What a file says; the default where it says nothing. */
    @JsonCreator
    static NumaArgs of(
            @JsonProperty("defaultCPUBindPolicy") @Nullable String defaultCpuBindPolicy,
            @JsonProperty("scoringStrategy") BalanceScorer.@Nullable Config scoringStrategy,
            @JsonProperty("numaScoringStrategy") BalanceScorer.@Nullable Config numaScoringStrategy) {
        return new NumaArgs(
                Objects.requireNonNullElse(defaultCpuBindPolicy, CpuRequest.FULL_PCPUS),
                Objects.requireNonNullElse(scoringStrategy, CPU_AND_MEMORY),
                Objects.requireNonNullElse(numaScoringStrategy, CPU_AND_MEMORY));
    }

    /** Whether the NUMA node with the fewest free CPUs is preferred where a node says nothing. */
    public boolean prefersMostAllocated() {
        return numaScoringStrategy.type() == BalanceStrategy.MOST_ALLOCATED;
    }
}
