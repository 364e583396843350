package io.koordbridge.scheduler.place.numa;

import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is decided of a pod without a node.
 *
 * @param outcome how it ended
 * @param demand what it asks for, null unless the outcome is to go on
 * @param reasons why no node can take it
 */
public record NumaDecision(Outcome outcome, @Nullable NumaDemand demand, List<String> reasons) {

    /** How it ended. */
    public enum Outcome {
        GO_ON,
        /** Nothing of this matters to the pod: it fits everywhere. */
        SKIP,
        /** No node can take it. */
        REFUSED,
        /** Its annotations cannot be read. */
        ERROR
    }

    static NumaDecision refused(String reason) {
        return new NumaDecision(Outcome.REFUSED, null, List.of(reason));
    }

    /** The refusal of every node. */
    FitResult verdict() {
        return new FitResult(FitCode.UNRESOLVABLE, reasons);
    }
}
