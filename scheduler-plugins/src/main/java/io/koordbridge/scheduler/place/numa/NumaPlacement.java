package io.koordbridge.scheduler.place.numa;

import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pod would get on a node.
 *
 * @param verdict whether it fits
 * @param affinity NUMA nodes that were decided on, null for none
 * @param decided whether NUMA nodes were decided on
 * @param holding what it gets, null when nothing is decided about CPUs and NUMA nodes
 */
public record NumaPlacement(
        FitResult verdict,
        @Nullable NumaSet affinity,
        boolean decided,
        @Nullable NumaHolding holding) {

    /** It fits, and gets nothing of its own. */
    static final NumaPlacement NOTHING = new NumaPlacement(FitResult.FITS, null, false, null);

    static NumaPlacement refused(FitCode code, List<String> reasons) {
        return new NumaPlacement(new FitResult(code, reasons), null, false, null);
    }

    static NumaPlacement unresolvable(String reason) {
        return refused(FitCode.UNRESOLVABLE, List.of(reason));
    }

    static NumaPlacement given(NumaHolding holding) {
        return new NumaPlacement(FitResult.FITS, null, false, holding);
    }

    NumaPlacement with(@Nullable NumaSet decidedNodes) {
        return new NumaPlacement(verdict, decidedNodes, true, holding);
    }
}
