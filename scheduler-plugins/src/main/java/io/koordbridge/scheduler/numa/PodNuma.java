package io.koordbridge.scheduler.numa;

import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitVerdict;
import java.util.List;
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

        static final Spec EMPTY = new Spec("", "", "", "", "");
    }

    /** How a decision without a node ended. */
    public enum Outcome {
        GO_ON,
        /** Nothing of this matters to the pod: it fits everywhere. */
        SKIP,
        /** No node can take it. */
        REFUSED,
        /** Its annotations cannot be read. */
        ERROR
    }

    /**
     * The decision without a node.
     *
     * @param demand what it asks for, null unless the outcome is to go on
     * @param reasons why no node can take it
     */
    public record Decision(Outcome outcome, @Nullable NumaDemand demand, List<String> reasons) {

        static Decision refused(String reason) {
            return new Decision(Outcome.REFUSED, null, List.of(reason));
        }

        /** The refusal of every node. */
        FitVerdict verdict() {
            return new FitVerdict(FitCode.UNRESOLVABLE, reasons);
        }
    }
}
