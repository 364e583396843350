package io.koordbridge.scheduler.place.balance;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;

/** Which nodes are preferred. */
public enum BalanceStrategy {
    /** Those with the largest free share. */
    @JsonProperty("LeastAllocated")
    LEAST_ALLOCATED,
    /** Those with the smallest. */
    @JsonProperty("MostAllocated")
    MOST_ALLOCATED;

    static final long MAX_SCORE = 100;

    /** The strategy of a name on the wire; empty when the name is unknown. */
    static Optional<BalanceStrategy> ofName(String name) {
        return switch (name) {
            case "LeastAllocated" -> Optional.of(LEAST_ALLOCATED);
            case "MostAllocated" -> Optional.of(MOST_ALLOCATED);
            default -> Optional.empty();
        };
    }

    /** Score of one resource; requested includes the pod in question, allocatable is above 0. */
    public long score(long requested, long allocatable) {
        return switch (this) {
            case LEAST_ALLOCATED -> requested > allocatable ? 0 : (allocatable - requested) * MAX_SCORE / allocatable;
            case MOST_ALLOCATED -> Math.min(requested, allocatable) * MAX_SCORE / allocatable;
        };
    }
}
