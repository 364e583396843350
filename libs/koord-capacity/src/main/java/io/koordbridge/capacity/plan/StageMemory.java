package io.koordbridge.capacity.plan;

import org.jspecify.annotations.Nullable;

/** The state that a stage hands from one pass to the next; only the stage looks inside. */
public interface StageMemory {

    /**
     * The state that the next pass starts from.
     *
     * @param onNode whether the node shows what was planned for it
     * @param onZones whether the zones do
     * @param before the state before this pass, null for none
     */
    StageMemory carriedOut(boolean onNode, boolean onZones, @Nullable StageMemory before);

    /** The same without amounts: what is shown counts, and its age stays known. */
    StageMemory withoutAmounts();
}
