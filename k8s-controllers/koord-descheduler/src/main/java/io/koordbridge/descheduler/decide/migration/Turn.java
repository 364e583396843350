package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * A part of a step.
 *
 * @param draft to go on with
 * @param end the plan, when the step ends here
 */
@PureCore
record Turn(Draft draft, @Nullable MigrationPlan end) {

    static Turn on(Draft draft) {
        return new Turn(draft, null);
    }

    static Turn end(Draft draft, MigrationPlan plan) {
        return new Turn(draft, plan);
    }
}
