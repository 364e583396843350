package io.koordbridge.scheduler.view;

import java.util.List;

/**
 * Whether a pod fits on a node and why not. Reasons name no amounts, so that kube-scheduler can count nodes by reason.
 *
 * @param code outcome
 * @param reasons sorted; empty when it fits
 */
public record FitResult(FitCode code, List<String> reasons) {

    public static final FitResult FITS = new FitResult(FitCode.FITS, List.of());

    private static final FitResult UNKNOWN_NODE =
            new FitResult(FitCode.UNSCHEDULABLE, List.of("node(s) not known to the extender yet"));

    public FitResult {
        reasons = reasons.stream().sorted().toList();
    }

    /** The node has not been seen yet, or is gone. */
    public static FitResult unknownNode() {
        return UNKNOWN_NODE;
    }

    /** Whether the pod may be placed. */
    public boolean fits() {
        return code == FitCode.FITS;
    }

    /** All reasons in one line. */
    public String message() {
        return String.join(", ", reasons);
    }
}
