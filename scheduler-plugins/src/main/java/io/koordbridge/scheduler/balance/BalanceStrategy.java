package io.koordbridge.scheduler.balance;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which nodes are preferred. */
public enum BalanceStrategy {
    /** Those with the largest free share. */
    @JsonProperty("LeastAllocated")
    LEAST_ALLOCATED,
    /** Those with the smallest. */
    @JsonProperty("MostAllocated")
    MOST_ALLOCATED;

    static final long MAX_SCORE = 100;

    /** Score of one resource; requested includes the pod in question, allocatable is above 0. */
    long score(long requested, long allocatable) {
        return switch (this) {
            case LEAST_ALLOCATED -> requested > allocatable ? 0 : (allocatable - requested) * MAX_SCORE / allocatable;
            case MOST_ALLOCATED -> Math.min(requested, allocatable) * MAX_SCORE / allocatable;
        };
    }
}
