package io.koordbridge.colo.plan.outcome;

import io.koordbridge.replay.Totals;
import java.util.List;

/**
 * One pool, or all of them.
 *
 * @param figures one for each setting
 */
public record PoolPlan(String name, List<Totals> figures) {

    public PoolPlan {
        figures = List.copyOf(figures);
    }

    /** Figures that no setting changes: nodes and their size. */
    Totals nodes() {
        return figures.get(0);
    }
}
