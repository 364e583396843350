package io.koordbridge.capacity.plan;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the result of a stage goes on after its pass.
 *
 * @param memory the state for the next pass, null for none
 * @param dueAt when the stage is asked again although no input changes
 * @param changes whether damping decided about a change, which is then written at once
 * @param keeps whether what is published stays because nothing could be calculated
 * @param resetsZones whether zones of the node offer nothing
 * @param zonesDefect what the calculation of zones threw, null when it did not
 */
public record Outlook(
        @Nullable StageMemory memory,
        Optional<Instant> dueAt,
        boolean changes,
        boolean keeps,
        boolean resetsZones,
        @Nullable Defect zonesDefect) {

    /** Of a result that follows from the inputs of its pass only. */
    public static final Outlook NONE = new Outlook(null, Optional.empty(), false, true, false, null);
}
