package io.koordbridge.scheduler.facts.numa;

import org.jspecify.annotations.Nullable;

/**
 * What the annotations of a pod say of NUMA alignment and CPU binding, read once.
 *
 * @param spec wishes as written, null when an annotation cannot be read
 * @param problem why they cannot be read, empty when they can
 * @param maybeOwnCpus whether class and priority allow CPUs of its own
 * @param holding what a scheduler gave the pod, nothing when that cannot be read
 */
public record PodNuma(@Nullable Spec spec, String problem, boolean maybeOwnCpus, NumaHolding holding) {

    /** A pod without any such annotation. */
    public static final PodNuma PLAIN = new PodNuma(Spec.EMPTY, "", false, NumaHolding.NONE);

    /** The same pod with what a scheduler gives it. */
    public PodNuma with(NumaHolding given) {
        return new PodNuma(spec, problem, maybeOwnCpus, given);
    }

    /**
     * The wishes.
     *
     * @param preferredBind {@code preferredCPUBindPolicy}
     * @param requiredBind {@code requiredCPUBindPolicy}
     * @param exclusiveBind {@code preferredCPUExclusivePolicy}
     * @param numaPolicy {@code numaTopologyPolicy}
     * @param numaExclusive {@code singleNUMANodeExclusive}
     */
    public record Spec(
            String preferredBind, String requiredBind, String exclusiveBind, String numaPolicy, String numaExclusive) {

        public static final Spec EMPTY = new Spec("", "", "", "", "");
    }
}
